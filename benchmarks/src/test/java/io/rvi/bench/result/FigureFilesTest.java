package io.rvi.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FigureFilesTest {
  private static final FigureId ID = new FigureId("latency", "isr-n3-none", "p99");

  @Test
  void shouldRefuseAValueThatJsonDoesNotHave() {
    assertThatThrownBy(() -> CitedFigure.of(ID, Double.NaN, "ns")).hasMessageContaining("reason");
    assertThatThrownBy(() -> CitedFigure.of(ID, Double.POSITIVE_INFINITY, "ns"))
        .hasMessageContaining("reason");
    assertThatThrownBy(() -> Json.text(Json.object().put("x", Double.NaN)))
        .hasMessageContaining("/x");
  }

  @Test
  void shouldWriteNullAndTheReasonForAMissingFigure() {
    List<CitedFigure> figures = List.of(CitedFigure.missing(ID, "ns", "no append ended"));

    assertThat(FigureFiles.json(figures)).contains("\"value\" : null").contains("no append ended");
    assertThat(FigureFiles.csv(figures)).contains("p99,,,,false,0,ns,no append ended");
    assertThat(FigureFiles.parse(FigureFiles.json(figures))).isEqualTo(figures);
  }

  @Test
  void shouldKeepParametersApartAndRefuseTwins() {
    CitedFigure figure = CitedFigure.of(ID, 1, "ns");

    assertThatThrownBy(() -> FigureFiles.json(List.of(figure, figure)))
        .hasMessageContaining("two figures")
        .hasMessageContaining(ID.toString());
  }

  @Test
  void shouldQuoteWhatCsvAndSpreadsheetsWouldMisread() {
    CitedFigure figure =
        new CitedFigure(ID, 10.0, null, null, true, 3, "ns", "=1+1, \"quoted\"\nline");

    assertThat(FigureFiles.csv(List.of(figure)))
        .contains("10,,,true,3,ns,\"'=1+1, \"\"quoted\"\"\nline\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"en-US", "de-DE", "fr-FR", "ar-EG", "th-TH-u-nu-thai"})
  void shouldWriteTheSameBytesInEveryLocale(String tag) {
    List<CitedFigure> figures = List.of(CitedFigure.of(ID, 1_234_567.891, "ns"));
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(tag));
      assertThat(FigureFiles.csv(figures)).contains("1234567.891");
      assertThat(FigureFiles.json(figures)).contains("1234567.891");
    } finally {
      Locale.setDefault(before);
    }
  }
}
