package io.rvi.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.report.Conditions.Standing;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.Validity;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

final class DecisionHtmlTest {
  private static final DecisionTable TABLE =
      Samples.table(
          Samples.row("isr", 3, 2, 2),
          Samples.row("raft", 3, 1, 1),
          Samples.row("memory", 5, 2, null, "FAILED: <b>&<script>alert(1)</script>"));

  @Test
  void shouldNeedNoNetworkAndNoScript() {
    assertThat(text().replace("xmlns=\"http://www.w3.org/2000/svg\"", ""))
        .doesNotContain("http:", "https:", "<script", "<link", "@import", "url(");
  }

  @Test
  void shouldShowTextAsText() {
    assertThat(text())
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
        .doesNotContain("<b>", "<script>");
  }

  @Test
  void shouldHoldEveryFigureUnderItsId() {
    String text = text();

    for (CitedFigure figure : DecisionFigures.of(Samples.table(Samples.row("isr", 3, 2, 2)))) {
      assertThat(text).contains("id=\"" + figure.id() + "\"");
      assertThat(text).contains(HtmlText.escape(figure.text()));
    }
  }

  @Test
  void shouldDrawMarksForEveryCellThatHasThem() {
    String text = text();

    assertThat(text.split("<rect ", -1)).hasSize(1 + 3);
    assertThat(text.split("<circle ", -1)).hasSize(1 + 6);
    assertThat(text).contains("role=\"img\"", "aria-label=");
  }

  @Test
  void shouldHoldWellFormedDrawings()
      throws ParserConfigurationException, IOException, SAXException {
    String text = text();
    int from = text.indexOf("<svg");
    String svg = text.substring(from, text.indexOf("</svg>", from) + "</svg>".length());

    assertThat(
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)))
                .getDocumentElement()
                .getTagName())
        .isEqualTo("svg");
  }

  @ParameterizedTest
  @ValueSource(strings = {"en-US", "de-DE", "fr-FR", "ar-EG", "tr-TR"})
  void shouldBeTheSameBytesInEveryLocale(String tag) {
    String expected = text();
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(tag));
      assertThat(text()).isEqualTo(expected);
    } finally {
      Locale.setDefault(before);
    }
  }

  private static String text() {
    Standing standing =
        new Standing("id", "0123456789abcdef", Validity.INVALID, List.of("a cell failed"));
    return new DecisionHtml(TABLE, new Conditions(standing, List.of(), "./rvi run"), List.of())
        .text();
  }
}
