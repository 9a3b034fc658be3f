package dev.stowage.explain.cause.binding;

import dev.stowage.explain.cause.ObservedEvent;
import java.util.Optional;

/// What provisioners and controllers tell when a volume cannot be made.
final class ProvisioningEvents {

    private ProvisioningEvents() {}

    static Optional<ObservedEvent> latest(PendingClaim pendingClaim) {
        return ObservedEvent.about(pendingClaim.claim(), pendingClaim.chain())
                .filter(observedEvent -> observedEvent.hasReason("ProvisioningFailed"))
                .findFirst();
    }
}
