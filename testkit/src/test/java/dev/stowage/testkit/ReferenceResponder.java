package dev.stowage.testkit;

import com.google.protobuf.Any;
import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.util.function.Supplier;

/// Answers calls of the reference driver: with a value, or with the status that the work threw.
record ReferenceResponder(DriverFlaw driverFlaw) {

    <R> void to(StreamObserver<R> caller, Supplier<R> work) {
        try {
            R answer = work.get();
            caller.onNext(answer);
            caller.onCompleted();
        } catch (StatusRuntimeException refusal) {
            caller.onError(flawed(refusal));
        }
    }

    RuntimeException flawed(StatusRuntimeException refusal) {
        return switch (driverFlaw) {
            case EMPTY_MESSAGE -> refusal.getStatus().withDescription("").asRuntimeException();
            case STATUS_DETAILS ->
                StatusProto.toStatusRuntimeException(com.google.rpc.Status.newBuilder()
                        .setCode(refusal.getStatus().getCode().value())
                        .setMessage("with details")
                        .addDetails(Any.pack(com.google.rpc.Status.newBuilder()
                                .setCode(Code.INTERNAL_VALUE)
                                .build()))
                        .build());
            default -> refusal;
        };
    }

    static StatusRuntimeException refusal(Status status, String message) {
        return status.withDescription(message).asRuntimeException();
    }

    static StatusRuntimeException invalid(String message) {
        return refusal(Status.INVALID_ARGUMENT, message);
    }

    static void require(boolean condition, String message) {
        if (!condition) {
            throw invalid(message);
        }
    }

    static StatusRuntimeException unknown(String kind, String id) {
        return refusal(Status.NOT_FOUND, "there is no " + kind + " " + id);
    }
}
