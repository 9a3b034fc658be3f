package dev.stowage.csi;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.TimeUnit;

/// The single I/O thread of a server or a client. Calls themselves run on virtual threads, so one is enough.
final class NettyEventLoop implements AutoCloseable {

    static {
        NettyLogFilter.install();
    }

    private final EventLoopGroup group;

    NettyEventLoop(String name) {
        group = new MultiThreadIoEventLoopGroup(
                1, Thread.ofPlatform().daemon().name(name).factory(), NioIoHandler.newFactory());
    }

    EventLoopGroup group() {
        return group;
    }

    @Override
    public void close() {
        // No quiet period: the owner closes this after its last call has ended.
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
}
