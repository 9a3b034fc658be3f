package dev.stowage.sidecar.mover.link;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.concurrent.atomic.AtomicLong;

/// Counts the bytes of the answers of calls as they came over the network, before they are decompressed.
/// Thread-safe.
final class WireBytes implements ClientInterceptor {
    private final AtomicLong received = new AtomicLong();

    long received() {
        return received.get();
    }

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        return next.newCall(method, options.withStreamTracerFactory(new ClientStreamTracer.Factory() {
            @Override
            public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
                return new ClientStreamTracer() {
                    @Override
                    public void inboundWireSize(long bytes) {
                        received.addAndGet(bytes);
                    }
                };
            }
        }));
    }
}
