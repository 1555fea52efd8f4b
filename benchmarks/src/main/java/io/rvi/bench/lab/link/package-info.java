/**
 * TCP links that can be hurt: a proxy for one dialer and one target, which delays, limits, holds
 * back and cuts the bytes of each direction, and never reorders, drops or invents any.
 *
 * <p>{@link io.rvi.bench.lab.link.Network} is the door. Each {@link io.rvi.bench.lab.link.Link}
 * lives on one event loop, which alone touches its state.
 *
 * <p>What a proxy cannot show: a lost packet of an open connection is a delay, as TCP makes it; a
 * connection that is made while the link is silent is accepted and then hears nothing, where a real
 * network would not answer the first packet.
 */
@NullMarked
package io.rvi.bench.lab.link;

import org.jspecify.annotations.NullMarked;
