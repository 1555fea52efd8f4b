package io.rvi.bench.result;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** The names that every bundle has. */
final class BundleLayout {
  /** The list of all other files, written last. */
  static final String MANIFEST = "manifest.json";

  /** What the run set out to do, written first. */
  static final String PLAN = "plan.json";

  /** There from the first moment until the manifest is complete; holds why, for a reader. */
  static final String INCOMPLETE = "INCOMPLETE";

  /** Name of this form of bundle; the number grows when an older reader would misread it. */
  static final String SCHEMA_NAME = "rvi-bundle";

  /** Version of this form. */
  static final int SCHEMA_VERSION = 1;

  private static final Pattern BUNDLE_NAME = Pattern.compile("\\d{8}T\\d{6}Z-[0-9a-f]{8}(-\\d+)?");

  private BundleLayout() {}

  /**
   * Whether a directory is named as a run names its bundle: it is then one even while it is empty,
   * as its writer may have been killed before it wrote anything.
   */
  static boolean isBundleName(Path directory) {
    Path name = directory.toAbsolutePath().normalize().getFileName();
    return name != null && BUNDLE_NAME.matcher(name.toString()).matches();
  }

  /** Whether a manifest leaves a file out: itself and the mark. */
  static boolean isUnlisted(String path) {
    return path.equals(MANIFEST) || path.equals(INCOMPLETE);
  }
}
