package io.rvi.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import tools.jackson.databind.JsonNode;

/** The page as people meet it: in a browser, wide and narrow, light, dark and on paper. */
final class ReportInBrowserTest {
  private static final int WIDE = 1280;

  /** Every text whose contrast with the nearest ground behind it is below WCAG AA. */
  private static final String POOR_CONTRAST =
      """
      function rgb(text) { return text.match(/[\\d.]+/g).map(Number); }
      function light(c) { return c.slice(0, 3).map(v => v / 255)
        .map(v => v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4))
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0); }
      function ground(e) { for (; e; e = e.parentElement) {
        const c = rgb(getComputedStyle(e).backgroundColor);
        if (c.length < 4 || c[3] > 0) { return c; } } return [255, 255, 255]; }
      const poor = [];
      document.querySelectorAll('body *').forEach(e => {
        const own = Array.from(e.childNodes).some(n => n.nodeType === 3 && n.data.trim());
        if (!own || !e.getClientRects().length || e.closest('script,style')) { return; }
        const style = getComputedStyle(e);
        const ink = rgb(e instanceof SVGElement ? style.fill : style.color);
        const a = light(ink), b = light(ground(e));
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) { poor.push(e.tagName + ' ' + ratio.toFixed(2) + ' ' + e.textContent); }
      });
      return poor;
      """;

  @TempDir static Path temp;

  private static Bundle bundle;
  private static Path page;
  private static Browser browser;

  @BeforeAll
  static void open() throws IOException {
    browser = Browser.start(temp.resolve("profile"));
    bundle = SampleRun.write(temp.resolve("results"), 10);
    page = bundle.directory().resolve("report/report.html");
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void shouldAskNoNetworkForAnythingAndComplainOfNothing() {
    logs(LogType.PERFORMANCE);
    logs(LogType.BROWSER);
    wide("light");

    List<String> requests = new ArrayList<>();
    for (LogEntry entry : logs(LogType.PERFORMANCE)) {
      JsonNode message = Json.parse(entry.getMessage()).path("message");
      if (message.path("method").asString("").equals("Network.requestWillBeSent")) {
        requests.add(message.path("params").path("request").path("url").asString(""));
      }
    }
    assertThat(requests).containsExactly(page.toUri().toString());
    assertThat(logs(LogType.BROWSER)).isEmpty();
  }

  @Test
  void shouldShowMarksInEveryDrawing() {
    wide("light");

    List<WebElement> drawings = browser.driver().findElements(By.cssSelector("figure svg.plot"));
    assertThat(drawings).hasSize(8);
    for (WebElement drawing : drawings) {
      Object visible =
          browser
              .driver()
              .executeScript(
                  "return Array.from(arguments[0].querySelectorAll('.m')).filter(m => {"
                      + "const b = m.getBoundingClientRect(); return b.width + b.height > 1;"
                      + "}).length",
                  drawing);
      assertThat((Long) visible).as(drawing.getAccessibleName()).isGreaterThan(5);
      assertThat(drawing.getAccessibleName()).isNotBlank();
    }
  }

  @Test
  void shouldNameAMarkAndItsIdWhenPointedAtAndWhenReachedByKeyboard() {
    wide("light");
    WebElement tip = browser.driver().findElement(By.id("tip"));
    assertThat(tip.isDisplayed()).isFalse();
    List<WebElement> marks = browser.driver().findElements(By.cssSelector("#percentiles .m"));

    new Actions(browser.driver()).moveToElement(marks.get(0)).perform();
    assertThat(tip.isDisplayed()).isTrue();
    assertThat(tip.getText()).contains(marks.get(0).getAttribute("data-id")).contains(" ms");

    browser.driver().executeScript("arguments[0].focus()", marks.get(0));
    new Actions(browser.driver()).sendKeys(Keys.ARROW_RIGHT).perform();
    assertThat(tip.getText()).contains(marks.get(1).getAttribute("data-id"));
    new Actions(browser.driver()).sendKeys(Keys.ESCAPE).perform();
    assertThat(tip.isDisplayed()).isFalse();
  }

  @Test
  void shouldHideAndShowABackend() {
    wide("light");
    WebElement button = browser.driver().findElement(By.cssSelector("button[data-series=s0]"));
    assertThat(button.getText()).isEqualTo("isr");
    By own = By.cssSelector("#latency-by-replicas .m.s0, #decision ~ .scroll tr.row.s0");
    By other = By.cssSelector("#latency-by-replicas .m.s1, #decision ~ .scroll tr.row.s1");
    assertThat(browser.driver().findElements(own)).isNotEmpty().allMatch(WebElement::isDisplayed);

    button.click();
    assertThat(button.getAttribute("aria-pressed")).isEqualTo("false");
    assertThat(browser.driver().findElements(own)).noneMatch(WebElement::isDisplayed);
    assertThat(browser.driver().findElements(other)).isNotEmpty().allMatch(WebElement::isDisplayed);
    assertThat(browser.driver().findElements(By.cssSelector("#cost .m.s0")))
        .allMatch(WebElement::isDisplayed);

    button.click();
    assertThat(browser.driver().findElements(own)).allMatch(WebElement::isDisplayed);
  }

  @Test
  @SuppressWarnings("unchecked")
  void shouldListInItsTablesWhatTheDerivedFilesHold() throws IOException {
    wide("light");
    Map<String, String> shown =
        (Map<String, String>)
            script(
                "const all = {}; document.querySelectorAll('tr[id]').forEach(row =>"
                    + " all[row.id] = row.cells[1].textContent + '|' + row.cells[2].textContent"
                    + " + '|' + row.cells[3].textContent); return all;");

    assertThat(shown).hasSameSizeAs(bundle.figures());
    for (CitedFigure figure : bundle.figures()) {
      assertThat(shown.get(figure.id().toString()))
          .as(figure.id().toString())
          .isEqualTo(figure.text() + "|" + figure.intervalText() + "|" + figure.forks());
    }
  }

  @ParameterizedTest
  @CsvSource({"screen,light", "screen,dark", "print,light", "print,dark"})
  void shouldHaveContrastEnoughForEveryText(String media, String scheme) {
    browser.open(page, WIDE, media, scheme);
    browser
        .driver()
        .executeScript("document.querySelectorAll('details').forEach(d => d.open = true)");

    assertThat((List<?>) script(POOR_CONTRAST)).isEmpty();
    String ground = (String) script("return getComputedStyle(document.body).backgroundColor");
    boolean isDark = media.equals("screen") && scheme.equals("dark");
    assertThat(ground).isEqualTo(isDark ? "rgb(23, 23, 27)" : "rgb(255, 255, 255)");
  }

  @Test
  void shouldNoticePoorContrastWhereThereIsSome() {
    wide("light");
    script(
        "const p = document.body.appendChild(document.createElement('p')); p.textContent = 'pale';"
            + " p.style.color = '#999'; return true");

    assertThat((List<?>) script(POOR_CONTRAST)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {390, 800, 1280, 2560})
  void shouldNeverBeWiderThanTheScreen(int width) {
    browser.open(page, width, "screen", "light");

    assertThat((Long) script("return document.documentElement.scrollWidth"))
        .isLessThanOrEqualTo(width);
    assertThat(browser.driver().findElement(By.tagName("h1")).isDisplayed()).isTrue();
  }

  @Test
  void shouldPrintTablesAndDrawingsWithoutWhatIsForScreens() {
    browser.open(page, 1000, "print", "light");

    for (String selector : List.of("nav", ".toggles", "#ids")) {
      assertThat(browser.driver().findElement(By.cssSelector(selector)).isDisplayed())
          .as(selector)
          .isFalse();
    }
    assertThat(browser.driver().findElement(By.cssSelector("#decision ~ .scroll")).isDisplayed())
        .isTrue();
    assertThat(
            (Boolean)
                script(
                    "return Array.from(document.querySelectorAll('svg.plot')).every(s =>"
                        + " s.getBoundingClientRect().right <= innerWidth)"))
        .isTrue();
  }

  @Test
  void shouldBeWholeWithoutScript() {
    browser
        .driver()
        .executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", true));
    try {
      wide("light");
      assertThat(browser.driver().findElement(By.className("toggles")).isDisplayed()).isFalse();
      assertThat(browser.driver().findElements(By.cssSelector("figure svg.plot")))
          .hasSize(8)
          .allMatch(WebElement::isDisplayed);
      assertThat(browser.driver().findElements(By.cssSelector("svg .m title"))).isNotEmpty();
      WebElement details = browser.driver().findElement(By.cssSelector("#tolerance details"));
      details.findElement(By.tagName("summary")).click();
      assertThat(details.findElement(By.tagName("table")).isDisplayed()).isTrue();
    } finally {
      browser
          .driver()
          .executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", false));
    }
  }

  private static void wide(String scheme) {
    browser.open(page, WIDE, "screen", scheme);
  }

  private static Object script(String script) {
    return Objects.requireNonNull(browser.driver().executeScript(script), script);
  }

  private static List<LogEntry> logs(String type) {
    return browser.driver().manage().logs().get(type).getAll();
  }
}
