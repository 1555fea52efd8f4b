/**
 * The record batch: the one shape that records have from the client's request to every replica's
 * disk. The client writes it, the leader stamps its place into it, followers copy it byte for byte.
 *
 * <h2>Format, version 1</h2>
 *
 * All numbers are big-endian. A batch is a header of 64 bytes and a body of {@code length - 64}.
 *
 * <table>
 * <caption>The header</caption>
 * <tr><th>at</th><th>bytes</th><th>field</th><th>written by</th></tr>
 * <tr><td>0</td><td>4</td><td>magic and version: {@code 52 56 42 01} ("RVB", version 1)</td><td>client</td></tr>
 * <tr><td>4</td><td>4</td><td>length of the whole batch, header included</td><td>client</td></tr>
 * <tr><td>8</td><td>8</td><td>base offset: the offset of the first record</td><td>leader</td></tr>
 * <tr><td>16</td><td>8</td><td>leader epoch in which it was appended</td><td>leader</td></tr>
 * <tr><td>24</td><td>8</td><td>leader's wall clock at the append, ms since 1970; retention only</td><td>leader</td></tr>
 * <tr><td>32</td><td>8</td><td>producer id</td><td>client</td></tr>
 * <tr><td>40</td><td>8</td><td>base sequence: the producer's number of the first record</td><td>client</td></tr>
 * <tr><td>48</td><td>4</td><td>producer epoch</td><td>client</td></tr>
 * <tr><td>52</td><td>4</td><td>number of records, 1 or more</td><td>client</td></tr>
 * <tr><td>56</td><td>4</td><td>CRC32C of the body</td><td>client</td></tr>
 * <tr><td>60</td><td>4</td><td>CRC32C of header bytes 0 to 59</td><td>client, then leader</td></tr>
 * </table>
 *
 * <p>The body is the records one after another: 4 bytes payload length, then the payload. The two
 * checksums cover every byte: the header's covers the body's, so offset and epoch cannot be swapped
 * unseen, and the body's is computed once, by the client, and never again until somebody reads.
 */
@NullMarked
package io.rvi.isr.batch;

import org.jspecify.annotations.NullMarked;
