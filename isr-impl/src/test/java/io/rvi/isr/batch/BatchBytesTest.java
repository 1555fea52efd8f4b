package io.rvi.isr.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.api.LogRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchBytesTest {
  private static final long PRODUCER = 0x1234_5678_9abc_def0L;

  @Test
  void shouldReadBackWhatTheProducerAndTheLeaderWrote() throws Exception {
    // given
    ByteBuffer batch = batch("a", "", "ccc");

    // when
    BatchBytes.stamp(batch, 0, 100, 7, 1_234);
    BatchHeader header = BatchBytes.checked(batch, 0);
    List<LogRecord> records = new ArrayList<>();
    BatchReader.records(batch, 101, Long.MAX_VALUE, records);

    // then
    assertThat(header.bytes()).isEqualTo(batch.limit());
    assertThat(header.baseOffset()).isEqualTo(100);
    assertThat(header.nextOffset()).isEqualTo(103);
    assertThat(header.epoch()).isEqualTo(7);
    assertThat(header.timestampMs()).isEqualTo(1_234);
    assertThat(header.producerId()).isEqualTo(PRODUCER);
    assertThat(header.producerEpoch()).isEqualTo(3);
    assertThat(header.baseSequence()).isEqualTo(40);
    assertThat(header.nextSequence()).isEqualTo(43);
    assertThat(records.stream().map(LogRecord::offset)).containsExactly(101L, 102L);
    assertThat(records.stream().map(record -> new String(record.payload(), StandardCharsets.UTF_8)))
        .containsExactly("", "ccc");
    assertThat(BatchBytes.checkRecords(batch, 0, header)).isEqualTo(3);
  }

  @Test
  void shouldNoticeEverySingleFlippedBit() {
    // given
    ByteBuffer batch = batch("some payload", "another");
    BatchBytes.stamp(batch, 0, 5, 1, 9);

    for (int bit = 0; bit < batch.limit() * 8; bit++) {
      // when
      flip(batch, bit);

      // then
      int flipped = bit;
      assertThatThrownBy(() -> BatchBytes.checked(batch, 0))
          .as("bit " + flipped)
          .isInstanceOf(BatchException.class);
      flip(batch, bit);
    }
  }

  @Test
  void shouldNotTouchTheBodyWhenStamping() {
    // given
    ByteBuffer batch = batch("payload");
    byte[] before = new byte[batch.limit()];
    batch.get(0, before);

    // when
    BatchBytes.stamp(batch, 0, Long.MAX_VALUE - 10, Long.MAX_VALUE, 1);

    // then
    for (int i = BatchBytes.HEADER_BYTES; i < batch.limit(); i++) {
      assertThat(batch.get(i)).isEqualTo(before[i]);
    }
  }

  @Test
  void shouldNameANewerVersion() {
    // given
    ByteBuffer batch = batch("payload");
    batch.put(3, (byte) 2);

    // when, then
    assertFault(batch, BatchFault.NEWER_VERSION);
  }

  @Test
  void shouldTellZerosFromOtherBytesThatAreNoBatch() {
    assertFault(ByteBuffer.allocate(200), BatchFault.ZEROS);
    assertFault(ByteBuffer.allocate(200).put(100, (byte) 1), BatchFault.ZEROS);
    assertFault(ByteBuffer.allocate(200).put(20, (byte) 1), BatchFault.MAGIC);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 70})
  void shouldNoticeABatchThatIsCutShort(int bytes) {
    // given
    ByteBuffer batch = batch("payload");

    // when
    batch.limit(bytes);

    // then
    assertFault(batch, BatchFault.SHORT);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 1_000_000})
  void shouldRefuseACountThatIsNotTheNumberOfRecords(int count) throws Exception {
    // given a header that is intact and lies
    ByteBuffer batch = batch("a", "b");
    batch.putInt(BatchBytes.AT_COUNT, count);
    BatchBytes.seal(batch, 0);

    // when, then
    assertThatThrownBy(() -> BatchBytes.checkRecords(batch, 0, BatchBytes.checked(batch, 0)))
        .isInstanceOf(BatchException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 2, 100})
  void shouldRefuseARecordLengthThatDoesNotFit(int length) throws Exception {
    // given
    ByteBuffer batch = batch("a");
    batch.putInt(BatchBytes.HEADER_BYTES, length);
    batch.putInt(
        BatchBytes.AT_BODY_CRC,
        BatchBytes.crc(batch, BatchBytes.HEADER_BYTES, batch.limit() - BatchBytes.HEADER_BYTES));
    BatchBytes.seal(batch, 0);

    // when
    BatchHeader header = BatchBytes.checked(batch, 0);

    // then
    assertThatThrownBy(() -> BatchBytes.checkRecords(batch, 0, header))
        .isInstanceOf(BatchException.class);
  }

  @Test
  void shouldStopReadingBeforeTheByteLimitButNotBeforeTheFirstRecord() throws Exception {
    // given
    ByteBuffer batch = batch("aaaa", "bbbb", "cccc");
    BatchBytes.stamp(batch, 0, 0, 0, 0);

    // when
    List<LogRecord> two = new ArrayList<>();
    BatchReader.records(batch, 0, 11, two);
    List<LogRecord> one = new ArrayList<>();
    BatchReader.records(batch, 1, 1, one);

    // then
    assertThat(two).hasSize(2);
    assertThat(one.stream().map(LogRecord::offset)).containsExactly(1L);
  }

  private static void assertFault(ByteBuffer bytes, BatchFault fault) {
    assertThatThrownBy(() -> BatchBytes.checked(bytes, 0))
        .isInstanceOfSatisfying(BatchException.class, e -> assertThat(e.fault()).isEqualTo(fault));
  }

  private static void flip(ByteBuffer batch, int bit) {
    batch.put(bit / 8, (byte) (batch.get(bit / 8) ^ (1 << (bit % 8))));
  }

  private static ByteBuffer batch(String... payloads) {
    ByteBuffer buffer = ByteBuffer.allocate(1_000);
    BatchWriter writer = new BatchWriter(buffer);
    for (String payload : payloads) {
      writer.add(payload.getBytes(StandardCharsets.UTF_8));
    }
    writer.finish(PRODUCER, 3, 40);
    return buffer.flip();
  }
}
