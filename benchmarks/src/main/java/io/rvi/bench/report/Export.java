package io.rvi.bench.report;

import io.rvi.bench.experiment.Cell;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** A bundle in the formats of other tools. */
public final class Export {
  /** A format. */
  public enum Format {
    /** The OpenMessaging Benchmark's result JSON, a file for each repetition of a cell. */
    OMB,
    /** HdrHistogram's percentile distribution in milliseconds, likewise. */
    HGRM,
    /** Every figure as CSV, one file. */
    CSV
  }

  private static final String OPERATIONS = "/latency.csv.gz";
  private static final String LOG = "/latency.hlog";

  /** The tag of what percentile distributions are of. */
  private static final String TAG = "write.response";

  /**
   * Histogram values are nanoseconds; the distribution's are milliseconds, as its readers expect.
   */
  private static final double NS_PER_MS = 1e6;

  private static final int TICKS_PER_HALF = 5;

  private Export() {}

  /**
   * Exports.
   *
   * @param bundle a complete one
   * @param format which
   * @return the files' texts by name; empty where the bundle recorded nothing of the kind
   * @throws BundleException when a raw file cannot be read
   */
  public static Map<String, String> of(Bundle bundle, Format format) throws BundleException {
    return switch (format) {
      case CSV -> {
        List<CitedFigure> figures = bundle.figures();
        yield figures.isEmpty() ? Map.of() : Map.of("figures.csv", FigureFiles.csv(figures));
      }
      case OMB -> repetitions(bundle, OPERATIONS, ".json");
      case HGRM -> repetitions(bundle, LOG, ".hgrm");
    };
  }

  private static Map<String, String> repetitions(Bundle bundle, String file, String suffix)
      throws BundleException {
    Map<String, String> texts = new LinkedHashMap<>();
    Plan plan = plan(bundle);
    for (String path : bundle.files("raw/")) {
      String[] parts = path.split("/", -1);
      if (parts.length == 4 && path.endsWith(file)) {
        Path raw = bundle.directory().resolve(path);
        try {
          texts.put(
              parts[1] + "-" + parts[2] + suffix,
              file.equals(LOG) ? distribution(raw) : OmbExport.json(raw, subject(plan, parts)));
        } catch (IOException e) {
          throw BundleException.damaged(
              "bundle " + bundle.id() + ": " + path + ": " + e.getMessage(), e);
        }
      }
    }
    return texts;
  }

  private static Plan plan(Bundle bundle) throws BundleException {
    try {
      return RunJson.plan(bundle.read(RunJson.PLAN_PATH));
    } catch (IllegalArgumentException e) {
      throw BundleException.damaged(
          "bundle " + bundle.id() + ": " + RunJson.PLAN_PATH + ": " + e.getMessage(), e);
    }
  }

  private static OmbExport.Subject subject(Plan plan, String[] parts) throws IOException {
    Cell cell =
        plan.cells().stream()
            .filter(candidate -> candidate.name().equals(parts[1]))
            .findFirst()
            .orElseThrow(() -> new IOException("its cell is not in " + RunJson.PLAN_PATH));
    return new OmbExport.Subject(
        parts[1] + "-" + parts[2],
        cell.backend(),
        cell.recordBytes(),
        plan.shape().warmUp().toNanos(),
        plan.shape().measured().toNanos());
  }

  /**
   * All intervals of a log added up, warm-up included, as HdrHistogram's own log processor does. A
   * line that cannot be read is an error; none is skipped.
   */
  private static String distribution(Path log) throws IOException {
    Histogram sum = HistogramLogs.sum(log, TAG);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    sum.outputPercentileDistribution(out, TICKS_PER_HALF, NS_PER_MS, false);
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
