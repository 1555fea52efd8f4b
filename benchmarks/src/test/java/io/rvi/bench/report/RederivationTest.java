package io.rvi.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RederivationTest {
  @ParameterizedTest(name = "held {0} {1}, now {2} {3}")
  @CsvSource(
      textBlock =
          """
          CONFIRMED, 2 of 2,           CONFIRMED, 2 of 2,   true
          CONFIRMED, 2 of 2,           REFUTED,   0 of 2,   false
          CONFIRMED, 2 of 2,           CONFIRMED, 1 of 2,   false
          CONFIRMED, 2 of 2,           NOT_RUN,   no trial, false
          NOT_RUN,   no experiment,    NOT_RUN,   no trial, true
          NOT_RUN,   no experiment,    CONFIRMED, 2 of 2,   true
          """)
  void shouldUpholdWhatABundleClaimsThoughALaterVersionJudgesMore(
      String held, String seen, String now, String seenNow, boolean isUpheld) {
    assertThat(Rederivation.areClaimsUpheld(claims("C01", held, seen), claims("C01", now, seenNow)))
        .isEqualTo(isUpheld);
  }

  @ParameterizedTest
  @CsvSource({"CONFIRMED, false", "NOT_RUN, true"})
  void shouldMissAJudgedClaimThatIsGone(String held, boolean isUpheld) {
    assertThat(
            Rederivation.areClaimsUpheld(
                claims("C01", held, "2 of 2"), claims("C02", "CONFIRMED", "2 of 2")))
        .isEqualTo(isUpheld);
  }

  private static String claims(String id, String status, String seen) {
    return String.format(
        Locale.ROOT,
        "{\"claims\": [{\"id\": \"%s\", \"status\": \"%s\", \"seen\": \"%s\"}]}",
        id,
        status,
        seen);
  }
}
