package io.rvi.bench.lab.link;

import io.netty.channel.EventLoop;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;

/**
 * What a link runs on.
 *
 * @param loop the event loop of all its channels
 * @param serverChannel the kind of its listener
 * @param channel the kind of its connections
 */
record Transport(
    EventLoop loop,
    Class<? extends ServerSocketChannel> serverChannel,
    Class<? extends SocketChannel> channel) {}
