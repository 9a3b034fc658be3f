package dev.stowage.explain.cause.bind;

import dev.stowage.explain.cause.Heard;
import java.util.Optional;

/// What provisioners and controllers tell when a volume cannot be made.
final class FailedAttempt {

    private FailedAttempt() {}

    static Optional<Heard> latest(Wish wish) {
        return Heard.about(wish.claim(), wish.strand())
                .filter(heard -> heard.isBecause("ProvisioningFailed"))
                .findFirst();
    }
}
