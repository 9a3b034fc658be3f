package dev.stowage.testkit;

import io.grpc.Status.Code;

/// The result of a call.
sealed interface RpcOutcome<R> {

    record Ok<R>(R answer) implements RpcOutcome<R> {}

    record Refused<R>(String rpc, Code code, String message, int details) implements RpcOutcome<R> {
        @Override
        public String toString() {
            return rpc + " → " + code + " \"" + message + "\"";
        }
    }

    default Code code() {
        return switch (this) {
            case Ok<R> _ -> Code.OK;
            case Refused<R> refused -> refused.code();
        };
    }

    default R orElseThrow() {
        return switch (this) {
            case Ok<R>(R answer) -> answer;
            case Refused<R> refused -> throw new AssertionError("expected OK, but " + refused);
        };
    }
}
