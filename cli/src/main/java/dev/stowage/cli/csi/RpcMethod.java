package dev.stowage.cli.csi;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.protobuf.ProtoUtils;

/// An RPC whose messages are known by their descriptors only.
///
/// @param request an empty request, the start of every real one
record RpcMethod(MethodDescriptor<Message, Message> descriptor, Message request) {

    static RpcMethod of(CsiVerb csiVerb) {
        return csiVerb.csiService().descriptor().getMethods().stream()
                .filter(method -> csiVerb.rpc().equals(method.getBareMethodName()))
                .findFirst()
                .map(RpcMethod::of)
                .orElseThrow(() -> new IllegalStateException(csiVerb.csiService() + " has no RPC " + csiVerb.rpc()));
    }

    static RpcMethod of(MethodDescriptor<?, ?> generated) {
        Message request = prototype(generated.getRequestMarshaller());
        Message response = prototype(generated.getResponseMarshaller());
        return new RpcMethod(
                MethodDescriptor.newBuilder(ProtoUtils.marshaller(request), ProtoUtils.marshaller(response))
                        .setType(generated.getType())
                        .setFullMethodName(generated.getFullMethodName())
                        .setSchemaDescriptor(generated.getSchemaDescriptor())
                        .build(),
                request);
    }

    boolean isStream() {
        return descriptor.getType() == MethodType.SERVER_STREAMING;
    }

    private static Message prototype(MethodDescriptor.Marshaller<?> marshaller) {
        if (marshaller instanceof PrototypeMarshaller<?> typed
                && typed.getMessagePrototype() instanceof Message message) {
            return message;
        }
        throw new IllegalStateException(marshaller + " does not tell its message");
    }
}
