(function () {
  'use strict';
  var toggles = document.querySelector('.toggles');
  toggles.hidden = false;
  toggles.addEventListener('click', function (event) {
    var button = event.target.closest('button');
    if (!button) { return; }
    var shown = button.getAttribute('aria-pressed') === 'true';
    button.setAttribute('aria-pressed', String(!shown));
    document.body.classList.toggle('off-' + button.dataset.series, shown);
  });

  // Marks carry their words as titles, which browsers show late and only to the mouse.
  var tip = document.getElementById('tip');
  var marks = document.querySelectorAll('.m');
  marks.forEach(function (mark) {
    var title = mark.querySelector('title');
    mark.setAttribute('aria-label', title.textContent);
    title.remove();
  });
  function show(mark) {
    var box = mark.getBoundingClientRect();
    tip.textContent = mark.getAttribute('aria-label') + ' \u2014 ' + mark.dataset.id;
    tip.hidden = false;
    var left = Math.min(box.left, window.innerWidth - tip.offsetWidth - 8);
    var top = box.top - tip.offsetHeight - 8;
    tip.style.left = Math.max(8, left) + 'px';
    tip.style.top = (top < 8 ? box.bottom + 8 : top) + 'px';
  }
  document.addEventListener('pointerover', function (event) {
    var mark = event.target.closest('.m');
    if (mark) { show(mark); } else { tip.hidden = true; }
  });
  // One tab stop a drawing; arrows go from mark to mark.
  document.querySelectorAll('svg.plot').forEach(function (svg) {
    var own = Array.from(svg.querySelectorAll('.m'));
    if (own.length === 0) { return; }
    own.forEach(function (mark) { mark.setAttribute('tabindex', '-1'); });
    own[0].setAttribute('tabindex', '0');
    svg.addEventListener('keydown', function (event) {
      var step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      var next = own[own.indexOf(document.activeElement) + step];
      if (step && next) { event.preventDefault(); next.focus(); }
    });
  });
  document.addEventListener('focusin', function (event) {
    var mark = event.target.closest('.m');
    if (mark) { show(mark); } else { tip.hidden = true; }
  });
  document.addEventListener('keydown', function (event) {
    if (event.key === 'Escape') { tip.hidden = true; }
  });
}());
