package io.rvi.isr.sim;

import io.rvi.isr.protocol.FetchResponse;
import io.rvi.isr.protocol.RecordBatch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The names that a script gives to records: each is the only one of a producer of its own. {@code
 * x*2} is a batch of two records.
 */
final class RecordNames {
  private static final Pattern BATCH = Pattern.compile("\\d+@(\\d+)=p(\\d+):0");

  private final Map<Long, String> byProducer = new HashMap<>();

  /** The record of a name, without a place. */
  SimBatch record(String name) {
    for (Map.Entry<Long, String> known : byProducer.entrySet()) {
      if (known.getValue().equals(name)) {
        return SimBatch.of(known.getKey(), 0, 1);
      }
    }
    long producer = byProducer.size() + 1L;
    byProducer.put(producer, name);
    int times = name.indexOf('*');
    int records = times < 0 ? 1 : Integer.parseInt(name.substring(times + 1));
    return SimBatch.of(producer, 0, records);
  }

  /** Batches in the words of the script: each record with its epoch. */
  String describe(List<? extends RecordBatch> batches) {
    return batches.stream()
        .map(batch -> byProducer.get(batch.producerId()) + "@" + batch.epoch())
        .collect(Collectors.joining(" ", "[", "]"));
  }

  /** A message that speaks of batches, in the words of the script. */
  String inWords(String message) {
    return BATCH
        .matcher(message)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    byProducer.get(Long.parseLong(found.group(2))) + "@" + found.group(1)));
  }

  /** An answer to a fetch, in the words of the script. */
  String describe(FetchResponse response) {
    return response.diverging() != null
        ? "diverging " + response.diverging()
        : response.error()
            + " "
            + describe(response.batches())
            + " high watermark "
            + response.highWatermark();
  }
}
