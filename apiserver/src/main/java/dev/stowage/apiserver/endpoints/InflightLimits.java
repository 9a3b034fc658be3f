package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.ApiException.Details;
import dev.stowage.apiserver.errors.StatusReason;
import java.util.concurrent.atomic.AtomicInteger;

/// Limits the number of concurrent requests. Long-running ones are counted separately.
final class InflightLimits {
    private final Lane reading = new Lane(400);
    private final Lane writing = new Lane(400);
    private final Lane lasting = new Lane(10_000);

    Lane lane(boolean lasts, boolean writes) {
        return lasts ? lasting : writes ? writing : reading;
    }

    Lane reading() {
        return reading;
    }

    Lane writing() {
        return writing;
    }

    static final class Lane {
        private final int most;
        private final AtomicInteger now = new AtomicInteger();

        Lane(int most) {
            this.most = most;
        }

        int now() {
            return now.get();
        }

        /// @throws ApiException when there are too many
        void enter() throws ApiException {
            if (now.incrementAndGet() > most) {
                now.decrementAndGet();
                throw new ApiException(
                        StatusReason.TOO_MANY_REQUESTS,
                        "too many requests, please try again later.",
                        Details.NONE.retryAfter(1));
            }
        }

        void leave() {
            now.decrementAndGet();
        }
    }
}
