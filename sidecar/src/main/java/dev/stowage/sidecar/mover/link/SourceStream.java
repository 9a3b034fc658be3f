package dev.stowage.sidecar.mover.link;

import dev.stowage.csi.transfer.v1alpha1.Header;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.transfer.v1alpha1.SendResponse;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.Status;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;

/// What the source sends, one message at a time. Messages that are not taken hold up the source. Closing cancels
/// the call.
final class SourceStream implements AutoCloseable {
    private final Context.CancellableContext context = Context.current().withCancellation();
    private final Iterator<SendResponse> messages;
    private final Header header;

    /// @throws io.grpc.StatusRuntimeException when the source refuses or fails
    SourceStream(Channel source, SendRequest what, long offset, Duration timeout) {
        SendRequest request = what.toBuilder().setStartingOffset(offset).build();
        boolean isOpen = false;
        Context before = context.attach();
        try {
            messages = TransferGrpc.newBlockingStub(source)
                    .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS)
                    .send(request);
            SendResponse first = next();
            if (!first.hasHeader()) {
                throw unexpected("a stream without a header");
            }
            header = first.getHeader();
            isOpen = true;
        } finally {
            context.detach(before);
            if (!isOpen) {
                close();
            }
        }
    }

    Header header() {
        return header;
    }

    /// An extent or the trailer.
    ///
    /// @throws io.grpc.StatusRuntimeException when the stream ends without a trailer
    SendResponse next() {
        if (!messages.hasNext()) {
            throw Status.ABORTED
                    .withDescription("the stream ended without a trailer")
                    .asRuntimeException();
        }
        return messages.next();
    }

    static RuntimeException unexpected(String what) {
        return Status.INTERNAL.withDescription("the source sent " + what).asRuntimeException();
    }

    @Override
    public void close() {
        context.cancel(null);
    }
}
