package io.rvi.bench.lab;

import io.rvi.bench.lab.link.CutStyle;
import java.util.List;

/**
 * Who is joined to whom in a cluster, and the cuts between them: by proxies ({@link Links}) or by
 * network namespaces ({@link Namespaces}).
 */
public interface Connections {
  /** Everyone who is joined to someone. */
  List<Party> parties();

  /**
   * Whether anything joins two parties.
   *
   * @param a one
   * @param b the other
   */
  boolean joined(Party a, Party b);

  /**
   * Cuts the bytes from one party to another by silence; those the other way still pass.
   *
   * @param from one
   * @param to the other
   */
  void cutOneWay(Party from, Party to);

  /**
   * Cuts two parties off from each other.
   *
   * @param a one
   * @param b the other
   * @param style how
   * @throws LabException when connections of this kind cannot be cut in this style
   */
  void cut(Party a, Party b, CutStyle style);

  /**
   * Ends every cut between two parties.
   *
   * @param a one
   * @param b the other
   */
  void heal(Party a, Party b);

  /**
   * The traffic from one party to another.
   *
   * @param from one
   * @param to the other
   */
  Traffic traffic(Party from, Party to);

  /** Whether the cluster has ever sent a byte by them: whether a cut can hurt it at all. */
  boolean used();

  /**
   * Traffic one way.
   *
   * @param open whether bytes can pass at all
   * @param passedBytes bytes seen to pass so far
   * @param delayedBytes of them, those that waited for a shape
   */
  record Traffic(boolean open, long passedBytes, long delayedBytes) {}
}
