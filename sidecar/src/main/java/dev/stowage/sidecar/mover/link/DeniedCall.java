package dev.stowage.sidecar.mover.link;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;

/// A call that is refused. The answer is the same whether the volume exists, belongs to another, or the method is
/// unknown.
final class DeniedCall {
    private DeniedCall() {}

    static Status status(String method, String who) {
        return Status.PERMISSION_DENIED.withDescription(who + " may not call " + method + " for this object now");
    }

    static ServerMethodDefinition<?, ?> method(String name) {
        MethodDescriptor<byte[], byte[]> method = MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(MethodDescriptor.MethodType.UNKNOWN)
                .setFullMethodName(name)
                .setRequestMarshaller(new ByteMarshaller())
                .setResponseMarshaller(new ByteMarshaller())
                .build();
        return ServerMethodDefinition.create(method, (call, _) -> {
            call.close(Status.PERMISSION_DENIED.withDescription("movers may not call this method"), new Metadata());
            return new ServerCall.Listener<>() {};
        });
    }
}
