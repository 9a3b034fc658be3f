package dev.stowage.sidecar.mover.link;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/// Messages as they are on the wire: what is only passed on is neither parsed nor written again.
final class ByteMarshaller implements MethodDescriptor.Marshaller<byte[]> {

    static <Q, A> MethodDescriptor<Q, byte[]> answers(MethodDescriptor<Q, A> method) {
        return method.toBuilder(method.getRequestMarshaller(), new ByteMarshaller())
                .build();
    }

    @Override
    public InputStream stream(byte[] message) {
        return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream in) {
        try {
            if (in instanceof KnownLength) {
                byte[] message = new byte[in.available()];
                if (in.readNBytes(message, 0, message.length) == message.length) {
                    return message;
                }
                throw Status.INTERNAL
                        .withDescription("the message is shorter than announced")
                        .asRuntimeException();
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw Status.INTERNAL
                    .withDescription("the message cannot be read")
                    .withCause(e)
                    .asRuntimeException();
        }
    }
}
