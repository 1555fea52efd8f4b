/**
 * The cluster's shared register: what the nodes of a cluster agree on through ZooKeeper.
 *
 * <p>Everything lies under {@code /rvi/<cluster>}:
 *
 * <table>
 * <caption>znodes</caption>
 * <tr><th>path</th><th>kind</th><th>content</th></tr>
 * <tr><td>{@code /id}</td><td>persistent</td><td>the cluster's id, made by its first node</td></tr>
 * <tr><td>{@code /nodes/<n>}</td><td>ephemeral</td><td>storage id and clean-stop mark of a live
 * node; its czxid is the node's <em>incarnation</em></td></tr>
 * <tr><td>{@code /controller}</td><td>ephemeral</td><td>the controller's node, epoch and nonce</td>
 * </tr>
 * <tr><td>{@code /controller_epoch}</td><td>persistent</td><td>its znode version is the controller
 * epoch, the fencing token of every write of a controller</td></tr>
 * <tr><td>{@code /topics/<t>}</td><td>persistent</td><td>topic id and assignment</td></tr>
 * <tr><td>{@code /topics/<t>/<p>}</td><td>persistent</td><td>leader, leader epoch and in-sync set;
 * its znode version is the <em>partition epoch</em></td></tr>
 * </table>
 *
 * <p><b>What is decided how.</b> Only compare-and-set writes decide (a version of {@code -1}, which
 * would match any, is never sent). A read may be stale and only proposes the next write. A write
 * whose outcome is unknown, as its connection broke, is sent again with the same expected version
 * and the same nonce, in whatever session comes next: when that succeeds, the first one can never
 * land; when it fails on the version, the nonce found says whether the first one had landed. So the
 * resolution is itself a fencing write.
 *
 * <p><b>Watches</b> carry no truth either. One persistent recursive watch says <em>that</em> a path
 * changed; the path is then read. It is armed before the first read of a session, and after each
 * reconnect everything is read again, as events of the gap are lost.
 *
 * <p><b>Threads.</b> Callbacks of ZooKeeper's threads do nothing but hand over to the node's event
 * loop; every class here but {@link io.rvi.isr.coordination.Coordination#close} and its {@link
 * io.rvi.isr.coordination.Coordination#abandon} lives on that loop alone and needs no lock.
 */
@NullMarked
package io.rvi.isr.coordination;

import org.jspecify.annotations.NullMarked;
