package dev.stowage.apiserver.patch;

import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Reason;

/// A change that is well written and cannot be made to this object.
final class Refusal {
    private Refusal() {}

    /// Kubernetes does not tell the client which step failed.
    static ApiException cannotBeMade() {
        return new ApiException(Reason.INVALID, "the server rejected our request due to an error in our request");
    }

    /// What Kubernetes takes for a mistake of its own, with the same words.
    static ApiException unexpected(String message) {
        return new ApiException(Reason.UNKNOWN, message);
    }
}
