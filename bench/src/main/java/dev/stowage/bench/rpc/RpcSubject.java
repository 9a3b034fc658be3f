package dev.stowage.bench.rpc;

import io.grpc.Channel;

/// A server and a client of it, connected.
interface RpcSubject extends AutoCloseable {

    String name();

    Channel channel();

    @Override
    void close();
}
