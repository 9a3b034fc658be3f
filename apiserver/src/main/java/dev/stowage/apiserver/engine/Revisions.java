package dev.stowage.apiserver.engine;

import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.ApiException.Cause;
import dev.stowage.apiserver.failure.ApiException.Details;
import dev.stowage.apiserver.failure.Reason;
import dev.stowage.apiserver.store.Store;
import java.time.Duration;
import java.util.List;

/// Revisions that clients ask for, of the future and of the forgotten past.
final class Revisions {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final String TOO_LARGE = "Too large resource version";

    private Revisions() {}

    /// Waits a moment for a revision: another server of the same data may have told it already.
    ///
    /// @throws ApiException when it does not come
    static void await(Store store, long revision) throws ApiException, InterruptedException {
        if (store.revision() < revision && !store.await(revision, PATIENCE)) {
            throw tooLarge(revision, store.revision());
        }
    }

    static ApiException tooLarge(long revision, long current) {
        return new ApiException(
                Reason.TIMEOUT,
                "Timeout: %s: %s, current: %d".formatted(TOO_LARGE, Long.toUnsignedString(revision), current),
                Details.NONE
                        .causes(List.of(new Cause("ResourceVersionTooLarge", TOO_LARGE, "")))
                        .retryAfter(1));
    }

    static ApiException tooOld(long revision, long oldest) {
        return new ApiException(Reason.EXPIRED, "too old resource version: %d (%d)".formatted(revision, oldest));
    }
}
