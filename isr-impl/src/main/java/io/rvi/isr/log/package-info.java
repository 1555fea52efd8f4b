/**
 * The log of a replica on disk: segments of record batches, with what is needed to find them again
 * after any crash, or to know that they are lost. {@link io.rvi.isr.log.PartitionLog} is the log,
 * {@link io.rvi.isr.log.StorageDirectory} the directory of a node, {@link io.rvi.isr.log.LogDump}
 * shows both in words.
 *
 * <h2>A node's directory</h2>
 *
 * <table>
 * <caption>Files</caption>
 * <tr><th>name</th><th>what</th></tr>
 * <tr><td>{@code lock}</td><td>held with a file lock while a node uses the directory; says which</td></tr>
 * <tr><td>{@code identity}</td><td>side file, version 2: lines {@code cluster <name>}, {@code node
 * <n>}, {@code storage-id <uuid>}, {@code boot-token <text>}, then a line {@code replica <name>} for
 * each replica that may have acknowledged anything under that id (rule R12); version 1 had none of
 * the last. A replica is named after its log was made and before it is used, and no more before its
 * log is deleted. The token is that of the last life of the machine in which all logs were opened
 * and judged</td></tr>
 * <tr><td>{@code clean-stop}</td><td>side file, there only after every log was closed well; removed
 * before any log is touched</td></tr>
 * <tr><td>{@code departed}</td><td>a side file for each replica that was ever reassigned away, by its
 * name: a line {@code epoch <n>}, before which it follows nobody should it come back</td></tr>
 * <tr><td>{@code cluster-id}</td><td>the cluster that the node joined first, as ZooKeeper has it</td></tr>
 * <tr><td>{@code logs}</td><td>a directory for each replica, by its name: its log</td></tr>
 * <tr><td>{@code logs/storage}</td><td>side file: a line {@code storage-id <uuid>}, as in {@code
 * identity}. Where {@code logs} is a mount point, it may hold another storage's logs, or none</td></tr>
 * </table>
 *
 * <h2>A log's directory</h2>
 *
 * <table>
 * <caption>Files</caption>
 * <tr><th>name</th><th>what</th></tr>
 * <tr><td>{@code <base offset, 20 digits>.log}</td><td>a segment: its header, then batches as {@link
 * io.rvi.isr.batch} has them, without a gap, the first at the base offset</td></tr>
 * <tr><td>{@code <base offset>.index}</td><td>index of a sealed segment; derived from it</td></tr>
 * <tr><td>{@code epochs}</td><td>side file, version 2: a line {@code accepted <epoch>}, the last epoch
 * in which the replica led or followed, then a line {@code <epoch> <start offset>} for each epoch of
 * the log; derived, but for the first and for epochs without records</td></tr>
 * <tr><td>{@code checkpoint}</td><td>side file: lines {@code start-offset <n>}, {@code
 * recovery-point <n>} (everything before is flushed), {@code high-watermark <n>}</td></tr>
 * <tr><td>{@code *.damaged}, {@code *.torn}</td><td>set aside by a recovery, never read again</td></tr>
 * </table>
 *
 * <h2>Segment header, version 1 (32 bytes, big-endian)</h2>
 *
 * <table>
 * <caption>Bytes</caption>
 * <tr><th>at</th><th>bytes</th><th>field</th></tr>
 * <tr><td>0</td><td>4</td><td>magic {@code 52 56 53 47} ("RVSG")</td></tr>
 * <tr><td>4</td><td>4</td><td>version, 1; a newer one is refused by name</td></tr>
 * <tr><td>8</td><td>8</td><td>base offset, as in the file's name</td></tr>
 * <tr><td>16</td><td>12</td><td>zeros</td></tr>
 * <tr><td>28</td><td>4</td><td>CRC32C of bytes 0 to 27</td></tr>
 * </table>
 *
 * <h2>Index file (big-endian)</h2>
 *
 * <table>
 * <caption>Bytes</caption>
 * <tr><th>at</th><th>bytes</th><th>field</th></tr>
 * <tr><td>0</td><td>4</td><td>magic and version {@code 52 56 58 31} ("RVX1")</td></tr>
 * <tr><td>4</td><td>4</td><td>number of entries</td></tr>
 * <tr><td>8</td><td>8</td><td>base offset of the segment</td></tr>
 * <tr><td>16</td><td>8</td><td>offset after its last record</td></tr>
 * <tr><td>24</td><td>8</td><td>length of the segment file</td></tr>
 * <tr><td>32</td><td>8</td><td>newest timestamp, ms since 1970</td></tr>
 * <tr><td>40</td><td>4</td><td>CRC32C of the entries</td></tr>
 * <tr><td>44</td><td>4</td><td>CRC32C of bytes 0 to 43</td></tr>
 * <tr><td>48</td><td>8 each</td><td>offset minus base offset (4), position in the segment (4)</td></tr>
 * </table>
 *
 * <h2>Side file</h2>
 *
 * <p>Text: a line {@code <kind> <version>}, the content, and a last line {@code crc32c <8 hex
 * digits>} over all bytes before it. Replaced as a whole: written beside under {@code .tmp},
 * flushed, renamed over the old one, the directory flushed.
 */
@NullMarked
package io.rvi.isr.log;

import org.jspecify.annotations.NullMarked;
