package io.rvi.isr.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.rvi.api.Consistency;
import io.rvi.isr.protocol.FetchError;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrameTest {
  private static final int BYTES_MAX = 1 << 20;
  private static final int SEEDS = 10_000;

  static Stream<Message> messages() {
    return Stream.concat(Messages.all().stream(), Messages.more().stream());
  }

  @Test
  void shouldHaveAnExampleOfEachType() {
    assertThat(Messages.all().stream().map(Message::type))
        .containsExactlyInAnyOrder(MessageType.values());
  }

  @ParameterizedTest
  @MethodSource("messages")
  void shouldReadBackEveryMessageHoweverItIsSplit(Message message) throws Exception {
    // given
    byte[] frame = bytes(message, "payload".getBytes(StandardCharsets.UTF_8));

    for (int split = 1; split < frame.length; split++) {
      // when it arrives in two parts
      Collector collector = new Collector();
      FrameReader reader = collector.reader();
      read(reader, Arrays.copyOf(frame, split));
      read(reader, Arrays.copyOfRange(frame, split, frame.length));

      // then
      assertThat(collector.messages).containsExactly(message);
      assertThat(collector.payloads).containsExactly("payload");
      assertThat(reader.midFrame()).isFalse();
    }
  }

  @Test
  void shouldReadManyFramesFromOnePieceAndFromSinglePieces() throws Exception {
    // given
    ByteBuf stream = Unpooled.buffer();
    for (Message message : Messages.all()) {
      stream.writeBytes(bytes(message, new byte[0]));
    }
    byte[] bytes = new byte[stream.readableBytes()];
    stream.getBytes(0, bytes);

    // when
    Collector whole = new Collector();
    read(whole.reader(), bytes);
    Collector single = new Collector();
    FrameReader reader = single.reader();
    for (byte one : bytes) {
      read(reader, new byte[] {one});
    }

    // then
    assertThat(whole.messages).isEqualTo(Messages.all());
    assertThat(single.messages).isEqualTo(Messages.all());
  }

  @Test
  void shouldNoticeEveryFlippedBitBeforeThePayload() throws Exception {
    // given
    byte[] frame = bytes(new ClientMessage.ProduceReply(5, 7), new byte[0]);

    for (int bit = 0; bit < frame.length * 8; bit++) {
      // when
      byte[] flipped = frame.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));

      // then it is refused, or waited for when the length grew, but never believed
      Collector collector = new Collector();
      try {
        read(collector.reader(), flipped);
      } catch (WireFormatException e) {
        assertThat(e).hasMessageNotContaining("null");
      }
      assertThat(collector.messages).as("bit " + bit).isEmpty();
    }
  }

  @Test
  void shouldSayWhatIsWrongWithTheFirstBytesOfAStranger() {
    assertThatThrownBy(
            () ->
                read(
                    new Collector().reader(),
                    "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII)))
        .isInstanceOf(WireFormatException.class)
        .hasMessageContaining("not the rvi protocol");
  }

  @Test
  void shouldNameANewerProtocolVersion() {
    byte[] frame = bytes(new SessionMessage.Ping(), new byte[0]);
    frame[6] = 2;
    assertThatThrownBy(() -> read(new Collector().reader(), frame))
        .hasMessageContaining("version 2");
  }

  @Test
  void shouldTakeNoMemoryForALengthThatIsOnlyClaimed() throws Exception {
    // given a header that claims the longest frame
    byte[] frame = bytes(new SessionMessage.Ping(), new byte[BYTES_MAX - 20]);
    PooledByteBufAllocator allocator = new PooledByteBufAllocator(true);
    FrameReader reader = new FrameReader(allocator, new Collector());
    reader.limit(BYTES_MAX);

    // when 100 bytes of it arrive
    read(reader, Arrays.copyOf(frame, 100));

    // then what is pinned is far below the claim
    assertThat(allocator.pinnedDirectMemory()).isLessThan(BYTES_MAX / 4);
    reader.close();
    assertThat(allocator.pinnedDirectMemory()).isZero();
  }

  @Test
  void shouldRefuseAFrameAboveTheLimit() {
    byte[] frame = bytes(new SessionMessage.Ping(), new byte[BYTES_MAX]);
    assertThatThrownBy(() -> read(new Collector().reader(), frame))
        .hasMessageContaining("at most " + BYTES_MAX);
  }

  /** Random and mutated frames: refused or taken, never a crash, a hang or a leak. */
  @Test
  void shouldSurviveWhateverArrives() {
    List<Message> messages = Messages.all();
    PooledByteBufAllocator allocator = new PooledByteBufAllocator(true);
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      byte[] frame =
          bytes(messages.get(random.nextInt(messages.size())), new byte[random.nextInt(50)]);
      for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
        frame[random.nextInt(frame.length)] = (byte) random.nextInt();
      }
      if (random.nextInt(3) == 0) {
        reseal(frame);
      }
      FrameReader reader = new FrameReader(allocator, new Collector());
      reader.limit(BYTES_MAX);
      try {
        read(reader, frame);
      } catch (WireFormatException e) {
        assertThat(e).hasMessageNotContaining("null");
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      } finally {
        reader.close();
      }
    }
    assertThat(allocator.pinnedDirectMemory()).isZero();
  }

  /** Makes the checksum right again, so that what lies behind it is tried too. */
  private static void reseal(byte[] frame) {
    ByteBuffer buffer = ByteBuffer.wrap(frame);
    int fieldsBytes = buffer.getInt(12);
    if (fieldsBytes >= 0 && fieldsBytes <= frame.length - Frame.HEADER_BYTES) {
      CRC32C crc = new CRC32C();
      crc.update(frame, 0, 16);
      crc.update(frame, Frame.HEADER_BYTES, fieldsBytes);
      buffer.putInt(16, (int) crc.getValue());
    }
  }

  @Test
  void shouldNotChangeTheOrderOfConstantsThatTravelByTheirPlace() {
    assertThat(FetchError.values())
        .extracting(Enum::name)
        .containsExactly(
            "NONE",
            "FENCED_EPOCH",
            "UNKNOWN_EPOCH",
            "NOT_LEADER",
            "STALE_INCARNATION",
            "UNKNOWN_TOPIC",
            "SUPERSEDED");
    assertThat(Consistency.values())
        .extracting(Enum::name)
        .containsExactly("COMMITTED", "LINEARIZABLE");
    assertThat(WireError.values())
        .extracting(Enum::name)
        .containsExactly(
            "NOT_LEADER",
            "LEADER_CHANGED",
            "UNKNOWN_TOPIC",
            "UNKNOWN_PARTITION",
            "NOT_ENOUGH_REPLICAS",
            "NOT_ENOUGH_REPLICAS_AFTER_APPEND",
            "OUT_OF_ORDER_SEQUENCE",
            "STALE_PRODUCER_EPOCH",
            "FORGOTTEN_DUPLICATE",
            "CORRUPT_BATCH",
            "RECORD_TOO_LARGE",
            "OVERLOADED",
            "STORAGE",
            "OFFSET_OUT_OF_RANGE",
            "NOT_READY",
            "FENCED_EPOCH",
            "UNKNOWN_EPOCH",
            "NOT_CONTROLLER",
            "STALE_CONTROLLER",
            "STALE_INCARNATION",
            "TOPIC_EXISTS",
            "INVALID_ARGUMENT",
            "WRONG_CLUSTER",
            "UNSUPPORTED",
            "STOPPING",
            "INTERNAL");
  }

  private static byte[] bytes(Message message, byte[] payload) {
    ByteBuf head =
        Frame.encode(PooledByteBufAllocator.DEFAULT, 42, message, Unpooled.wrappedBuffer(payload));
    boolean apart = Frame.travelsApart(Unpooled.wrappedBuffer(payload));
    byte[] bytes = new byte[head.readableBytes() + (apart ? payload.length : 0)];
    head.readBytes(bytes, 0, head.readableBytes());
    head.release();
    if (apart) {
      System.arraycopy(payload, 0, bytes, bytes.length - payload.length, payload.length);
    }
    return bytes;
  }

  private static void read(FrameReader reader, byte[] bytes) throws WireFormatException {
    reader.read(Unpooled.wrappedBuffer(bytes));
  }

  private static final class Collector implements FrameReader.Sink {
    private final List<Message> messages = new ArrayList<>();
    private final List<String> payloads = new ArrayList<>();

    FrameReader reader() {
      FrameReader reader = new FrameReader(PooledByteBufAllocator.DEFAULT, this);
      reader.limit(BYTES_MAX);
      return reader;
    }

    @Override
    public void accept(Frame frame) {
      messages.add(frame.message());
      payloads.add(frame.payload().toString(StandardCharsets.UTF_8));
    }

    @Override
    public boolean open() {
      return true;
    }
  }
}
