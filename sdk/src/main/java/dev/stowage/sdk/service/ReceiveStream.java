package dev.stowage.sdk.service;

import dev.stowage.csi.transfer.v1alpha1.ReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.ReceiveResponse;
import dev.stowage.sdk.CsiException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One stream of a transfer. gRPC passes one message after another, and the next one only when the one before
/// is written, so a fast sender waits. A stream that breaks keeps its progress.
final class ReceiveStream implements StreamObserver<ReceiveRequest> {

    private static final Logger log = LoggerFactory.getLogger(ReceiveStream.class);

    private final Opening opening;
    private final CopyCalls calls;
    private final StreamObserver<ReceiveResponse> caller;
    private @Nullable ReceiveSession session;
    private boolean ended;

    /// Locks and opens the copy that a stream names.
    @FunctionalInterface
    interface Opening {
        ReceiveSession open(ReceiveRequest.Start start) throws CsiException, IOException;
    }

    ReceiveStream(Opening opening, CopyCalls calls, StreamObserver<ReceiveResponse> caller) {
        this.opening = opening;
        this.calls = calls;
        this.caller = caller;
    }

    @Override
    public void onNext(ReceiveRequest message) {
        if (ended) {
            return; // a message that was on its way when the call failed
        }
        ReceiveRequest ignored = guarded(() -> {
            switch (message.getMessageCase()) {
                case START -> start(message.getStart());
                case EXTENT -> started().write(message.getExtent());
                case FINISH -> finish(message);
                case MESSAGE_NOT_SET -> throw CsiException.invalidArgument("message is empty");
            }
            return message;
        });
    }

    private void start(ReceiveRequest.Start start) throws CsiException, IOException {
        if (session != null) {
            throw CsiException.invalidArgument("start: the stream was started already");
        }
        session = opening.open(start);
    }

    private void finish(ReceiveRequest message) throws CsiException {
        ReceiveSession open = started();
        // This may read for long, so a caller who goes away ends it; a write that is cut off would cost its progress.
        ReceiveResponse answer = RpcResponder.carryOut(() -> ReceiveResponse.newBuilder()
                .setCopy(calls.message(open.id(), open.finish(TransferFields.sum(message.getFinish()))))
                .build());
        end();
        caller.onNext(answer);
        caller.onCompleted();
    }

    private ReceiveSession started() throws CsiException {
        if (session == null) {
            throw CsiException.invalidArgument("the first message of the stream must be start");
        }
        return session;
    }

    /// The client went away.
    @Override
    public void onError(Throwable cause) {
        if (!ended) {
            end();
        }
    }

    /// The end of a part: the rest comes with another stream.
    @Override
    public void onCompleted() {
        if (ended) {
            return;
        }
        ReceiveResponse answer = guarded(() -> {
            ReceiveSession open = started();
            return ReceiveResponse.newBuilder()
                    .setCopy(calls.message(open.id(), open.checkpoint()))
                    .build();
        });
        end();
        caller.onNext(answer);
        caller.onCompleted();
    }

    private <A> A guarded(RpcResponder.Handler<A> handler) {
        boolean isDone = false;
        try {
            A result = RpcResponder.answered(handler);
            isDone = true;
            return result;
        } finally {
            if (!isDone) {
                end();
            }
        }
    }

    private void end() {
        ended = true;
        try (ReceiveSession open = session) {
            if (open != null) {
                open.keepProgress();
            }
        } catch (IOException | RuntimeException e) {
            log.warn(
                    "Cannot keep the progress of a transfer; it will be resumed from where it was before: {}",
                    e.getMessage());
        } finally {
            session = null;
        }
    }
}
