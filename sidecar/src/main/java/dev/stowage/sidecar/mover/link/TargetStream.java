package dev.stowage.sidecar.mover.link;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.ReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.ReceiveResponse;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// What the target receives, at the speed at which it writes. Used by one thread. Closing cancels the call unless
/// it is over; the target keeps what arrived.
final class TargetStream implements AutoCloseable {
    private static final Duration CHECKPOINT_TIMEOUT = Duration.ofSeconds(30);

    private final ReadySignal signal = new ReadySignal();
    private final CompletableFuture<Copy> result = new CompletableFuture<>();
    private final Answer answer = new Answer();

    TargetStream(Channel target, ReceiveRequest.Start start, Duration timeout) throws InterruptedException {
        var _ = TransferGrpc.newStub(target)
                .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .receive(answer);
        send(ReceiveRequest.newBuilder().setStart(start).build());
    }

    private final class Answer implements ClientResponseObserver<ReceiveRequest, ReceiveResponse> {
        private @Nullable ClientCallStreamObserver<ReceiveRequest> requests;
        private Copy copy = Copy.getDefaultInstance();

        @Override
        public void beforeStart(ClientCallStreamObserver<ReceiveRequest> stream) {
            requests = stream;
            stream.setOnReadyHandler(signal::changed);
        }

        @Override
        public void onNext(ReceiveResponse response) {
            copy = response.getCopy();
        }

        @Override
        public void onError(Throwable failure) {
            result.completeExceptionally(failure);
            signal.changed();
        }

        @Override
        public void onCompleted() {
            result.complete(copy);
            signal.changed();
        }

        ClientCallStreamObserver<ReceiveRequest> requests() {
            if (requests == null) {
                throw new IllegalStateException("the call was not started");
            }
            return requests;
        }
    }

    /// @throws StatusRuntimeException when the target ended the stream
    void send(ReceiveRequest message) throws InterruptedException {
        signal.await(() -> answer.requests().isReady(), result::isDone);
        if (result.isDone()) {
            requireOpen();
        }
        answer.requests().onNext(message);
    }

    private void requireOpen() throws InterruptedException {
        await(Duration.ZERO);
        throw Status.ABORTED
                .withDescription("the target ended the stream before its end")
                .asRuntimeException();
    }

    /// Ends the stream after its last message and waits until the target has verified what it wrote.
    Copy finish(ReceiveRequest last, Duration timeout) throws InterruptedException {
        send(last);
        answer.requests().onCompleted();
        return await(timeout);
    }

    /// Ends the stream in the middle, so that the target makes durable what it has.
    void endEarly() throws InterruptedException {
        if (!result.isDone()) {
            answer.requests().onCompleted();
        }
        await(CHECKPOINT_TIMEOUT);
    }

    private Copy await(Duration timeout) throws InterruptedException {
        try {
            return result.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw Status.fromThrowable(e).asRuntimeException();
        } catch (TimeoutException e) {
            throw Status.DEADLINE_EXCEEDED
                    .withDescription("the target did not answer in time")
                    .withCause(e)
                    .asRuntimeException();
        }
    }

    @Override
    public void close() {
        if (!result.isDone()) {
            answer.requests().cancel("the transfer ended", null);
        }
    }
}
