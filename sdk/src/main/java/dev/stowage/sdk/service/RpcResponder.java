package dev.stowage.sdk.service;

import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.UncertainOutcomeException;
import dev.stowage.sdk.CsiException;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;

/// Executes a call and answers it exactly once, with a result or with the right code. An exception that is
/// neither a refusal by the driver nor an I/O error is a bug; the server answers INTERNAL and logs the stack
/// trace.
final class RpcResponder {

    private RpcResponder() {}

    /// The work of a call.
    interface Handler<A> {
        A run() throws CsiException, IOException;
    }

    static <A> void unary(StreamObserver<A> caller, Handler<A> handler) {
        A answer = carryOut(handler);
        caller.onNext(answer);
        caller.onCompleted();
    }

    static <A> A carryOut(Handler<A> handler) {
        try (CancellationInterrupt _ = new CancellationInterrupt()) {
            return answered(handler);
        }
    }

    /// Like [#carryOut], for what is short and must not be interrupted.
    static <A> A answered(Handler<A> handler) {
        try {
            return handler.run();
        } catch (CsiException e) {
            throw status(Status.fromCodeValue(e.code().number()), e);
        } catch (IOException e) {
            throw status(statusOf(e), e);
        }
    }

    private static Status statusOf(IOException failure) {
        return switch (failure) {
            case ClosedByInterruptException _, InterruptedIOException _ -> Status.CANCELLED;
            case LinuxException e
            when e.errno() == Errno.ENOSPC || e.errno() == Errno.EDQUOT -> Status.RESOURCE_EXHAUSTED;
            default -> failure instanceof UncertainOutcomeException ? Status.DEADLINE_EXCEEDED : Status.INTERNAL;
        };
    }

    private static StatusRuntimeException status(Status status, Exception cause) {
        String message = cause.getMessage();
        String text = message == null || message.isBlank() ? cause.getClass().getSimpleName() : message;
        return status.withDescription(text).withCause(cause).asRuntimeException();
    }
}
