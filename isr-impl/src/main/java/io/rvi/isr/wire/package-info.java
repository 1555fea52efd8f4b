/**
 * How nodes and clients talk: frames and messages over TCP.
 *
 * <h2>Frame, version 1</h2>
 *
 * All numbers are big-endian.
 *
 * <table>
 * <caption>A frame</caption>
 * <tr><th>at</th><th>bytes</th><th>field</th></tr>
 * <tr><td>0</td><td>4</td><td>length of all that follows this field, 16 to the connection's limit</td></tr>
 * <tr><td>4</td><td>2</td><td>magic {@code 52 56} ("RV")</td></tr>
 * <tr><td>6</td><td>1</td><td>version, 1</td></tr>
 * <tr><td>7</td><td>1</td><td>message type, see {@link io.rvi.isr.wire.MessageType}</td></tr>
 * <tr><td>8</td><td>4</td><td>correlation id, chosen by the requester, repeated in the reply</td></tr>
 * <tr><td>12</td><td>4</td><td>length of the fields</td></tr>
 * <tr><td>16</td><td>4</td><td>CRC32C of bytes 0 to 15 and the fields</td></tr>
 * <tr><td>20</td><td></td><td>the message's fields</td></tr>
 * <tr><td></td><td></td><td>payload: record batches, which carry checksums of their own</td></tr>
 * </table>
 *
 * <p>A connection begins with {@code Hello} from the side that dialled and {@code Welcome} from the
 * side that listens; until then frames are at most {@link io.rvi.isr.wire.Frame#HELLO_BYTES_MAX}.
 * Requests may be pipelined; replies may come in any order and match by correlation id.
 *
 * <p>Whatever comes from a socket is hostile until checked: magic, version and length before memory
 * is taken, and memory grows with the bytes that did arrive, not with the length that was claimed.
 * A bad frame closes its connection with one log line and harms nobody else.
 *
 * <p>Everything about one connection happens on its event loop, by default the one loop of its
 * node, so a frame goes from socket to protocol to socket without a hand-off between threads.
 */
@NullMarked
package io.rvi.isr.wire;

import org.jspecify.annotations.NullMarked;
