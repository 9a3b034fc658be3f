package dev.stowage.explain.cause.binding;

import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.k8s.names.VolumeEventReasons;
import java.util.Optional;

/// Events of provisioners and controllers when provisioning fails.
final class ProvisioningEvents {

    private ProvisioningEvents() {}

    static Optional<ObservedEvent> latest(PendingClaim pendingClaim) {
        return ObservedEvent.about(pendingClaim.claim(), pendingClaim.chain())
                .filter(observedEvent -> observedEvent.hasReason(VolumeEventReasons.PROVISIONING_FAILED))
                .findFirst();
    }
}
