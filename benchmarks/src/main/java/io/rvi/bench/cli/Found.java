package io.rvi.bench.cli;

import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.BundleShelf;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.NoSuchBundleException;
import io.rvi.bench.result.ResultId;
import io.rvi.spi.Settings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an id names.
 *
 * @param bundle the bundle
 * @param figure the figure of it, or null for the whole bundle
 */
record Found(Bundle bundle, @Nullable CitedFigure figure) {
  /**
   * Resolves an id.
   *
   * @param shelf where to look
   * @param name of a bundle, or a result id
   */
  static Found of(BundleShelf shelf, String name) throws BundleException, NoSuchBundleException {
    if (!name.contains("#")) {
      return new Found(shelf.find(name), null);
    }
    ResultId id;
    try {
      id = ResultId.parse(name);
    } catch (IllegalArgumentException e) {
      throw new NoSuchBundleException(String.valueOf(e.getMessage()));
    }
    Bundle bundle = shelf.find("rvi:" + id.bundle());
    List<CitedFigure> figures = bundle.figures();
    for (CitedFigure figure : figures) {
      if (figure.id().equals(id.figure())) {
        return new Found(bundle, figure);
      }
    }
    String suggestion =
        Settings.suggestion(
            id.figure().toString(),
            figures.stream().map(figure -> figure.id().toString()).toList());
    throw new NoSuchBundleException(
        "bundle "
            + bundle.id()
            + " has no figure "
            + id.figure()
            + (suggestion.startsWith("; did") ? suggestion : "; its report lists them"));
  }
}
