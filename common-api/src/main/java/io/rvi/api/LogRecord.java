package io.rvi.api;

/**
 * One committed record as a reader sees it.
 *
 * <p>Equality is by identity of the payload array, as for every record with an array component;
 * compare offsets and payload contents explicitly.
 *
 * @param offset its offset, 0 or more
 * @param payload its bytes, possibly none; owned by the receiver, who may change them
 */
@SuppressWarnings("ArrayRecordComponent") // The array is handed over, never shared.
public record LogRecord(long offset, byte[] payload) {}
