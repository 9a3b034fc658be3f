package dev.stowage.csi;

import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import java.util.Locale;
import java.util.Optional;

/// gRPC status codes, with the names that CSI tools use.
public final class StatusCodes {

    private StatusCodes() {}

    /// The name that Go programs print, for example `DeadlineExceeded`. Dashboards for the metrics expect it.
    public static String name(Status.Code code) {
        if (code == Status.Code.OK) {
            return "OK";
        }
        if (code == Status.Code.CANCELLED) {
            return "Canceled";
        }
        var name = new StringBuilder();
        for (String word : code.name().split("_", -1)) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }

    /// The status of a failed call; empty when it is not a gRPC error.
    public static Optional<Status> of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case StatusRuntimeException e -> {
                    return Optional.of(e.getStatus());
                }
                case StatusException e -> {
                    return Optional.of(e.getStatus());
                }
                default -> {}
            }
        }
        return Optional.empty();
    }
}
