package dev.stowage.bench.rpc;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// The peer: grpc-java as its examples set it up, with a fixed pool of platform threads on both sides, Netty's
/// default number of event loops and no interceptors, on the same kind of socket.
final class PlainGrpc implements RpcSubject {

    private static final int THREADS = 16;

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
    private final ExecutorService calls = Executors.newFixedThreadPool(THREADS);
    private final ExecutorService callbacks = Executors.newFixedThreadPool(THREADS);
    private final Server server;
    private final ManagedChannel channel;

    PlainGrpc(Path socket) throws IOException {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(socket);
        server = NettyServerBuilder.forAddress(address)
                .channelType(NioServerDomainSocketChannel.class)
                .bossEventLoopGroup(loops)
                .workerEventLoopGroup(loops)
                .executor(calls)
                .addService(new ProbeService())
                .build()
                .start();
        channel = NettyChannelBuilder.forAddress(address)
                .channelType(NioDomainSocketChannel.class, UnixDomainSocketAddress.class)
                .eventLoopGroup(loops)
                .executor(callbacks)
                .overrideAuthority("localhost")
                .usePlaintext()
                .build();
    }

    @Override
    public String name() {
        return "peer: plain grpc-java, 16 platform threads";
    }

    @Override
    public Channel channel() {
        return channel;
    }

    @Override
    public void close() {
        channel.shutdownNow();
        server.shutdownNow();
        calls.shutdownNow();
        callbacks.shutdownNow();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
