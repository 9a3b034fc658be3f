package dev.stowage.apiserver.registry.generic;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.ApiException.Cause;
import dev.stowage.apiserver.errors.ApiException.Details;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.storage.ObjectStore;
import java.time.Duration;
import java.util.List;

/// Handles revisions in requests that are in the future or compacted.
final class ResourceVersions {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final String TOO_LARGE = "Too large resource version";

    private ResourceVersions() {}

    /// Waits a moment for a revision: another server of the same data may have returned it already.
    ///
    /// @throws ApiException when the revision is not reached in time
    static void await(ObjectStore objectStore, long revision) throws ApiException, InterruptedException {
        if (objectStore.revision() < revision && !objectStore.await(revision, PATIENCE)) {
            throw tooLarge(revision, objectStore.revision());
        }
    }

    static ApiException tooLarge(long revision, long current) {
        return new ApiException(
                StatusReason.TIMEOUT,
                "Timeout: %s: %s, current: %d".formatted(TOO_LARGE, Long.toUnsignedString(revision), current),
                Details.NONE
                        .causes(List.of(new Cause("ResourceVersionTooLarge", TOO_LARGE, "")))
                        .retryAfter(1));
    }

    static ApiException tooOld(long revision, long oldest) {
        return new ApiException(StatusReason.EXPIRED, "too old resource version: %d (%d)".formatted(revision, oldest));
    }
}
