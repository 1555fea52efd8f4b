package io.rvi.raft.wire;

import io.rvi.api.NodeId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/**
 * A topic and where its partitions lie.
 *
 * @param name its name
 * @param replicas how many replicas each partition was created with
 * @param rows where each partition lies
 */
public record Topic(String name, int replicas, List<Row> rows) {
  /** Copies the list. */
  public Topic {
    rows = List.copyOf(rows);
  }

  /**
   * A new topic.
   *
   * @param name its name
   * @param assignment for each partition its replicas, the preferred leader first
   */
  public static Topic created(String name, List<List<NodeId>> assignment) {
    return new Topic(
        name, assignment.get(0).size(), assignment.stream().map(Row::created).toList());
  }

  /** How many partitions it has. */
  public int partitions() {
    return rows.size();
  }

  /** For each partition the nodes that shall hold it, the preferred leader first. */
  public List<List<NodeId>> assignment() {
    return rows.stream().map(Row::target).toList();
  }

  /** Grows with each reassignment of any of its partitions; tells which of two views is newer. */
  public long version() {
    return rows.stream().mapToLong(Row::generation).sum();
  }

  /**
   * The same with another row.
   *
   * @param partition of which partition
   * @param row where it lies now
   */
  public Topic with(int partition, Row row) {
    List<Row> changed = new ArrayList<>(rows);
    changed.set(partition, row);
    return new Topic(name, replicas, changed);
  }

  /** Its bytes: name length, name, replicas, partitions, then row by row. */
  public ByteString encode() {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    int rowBytes = rows.stream().mapToInt(Row::bytes).sum();
    ByteBuffer out = ByteBuffer.allocate(12 + text.length + rowBytes);
    out.putInt(text.length).put(text).putInt(replicas).putInt(partitions());
    rows.forEach(row -> row.write(out));
    return ByteString.copyFrom(out.flip());
  }

  /**
   * Reads a topic.
   *
   * @param bytes from {@link #encode}
   */
  public static Topic parse(ByteString bytes) {
    ByteBuffer in = bytes.asReadOnlyByteBuffer();
    byte[] text = new byte[in.getInt()];
    in.get(text);
    int replicas = in.getInt();
    List<Row> rows = new ArrayList<>();
    for (int left = in.getInt(); left > 0; left--) {
      rows.add(Row.read(in));
    }
    return new Topic(new String(text, StandardCharsets.UTF_8), replicas, rows);
  }
}
