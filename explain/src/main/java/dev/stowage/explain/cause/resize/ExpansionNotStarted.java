package dev.stowage.explain.cause.resize;

import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.k8s.names.VolumeEventReasons;
import java.time.Duration;
import java.util.Optional;

/// An expansion is requested but not started: it is not allowed, or no resizer is running.
final class ExpansionNotStarted {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration USUAL = Duration.ofSeconds(5);

    private ExpansionNotStarted() {}

    static Optional<Finding> finding(ExpansionState expansionState) {
        VolumeChain volumeChain = expansionState.chain();
        boolean allowed = volumeChain
                .storageClass()
                .map(each -> each.text("/allowVolumeExpansion").equals("true"))
                .orElse(false);
        boolean dynamic = volumeChain
                .volume()
                .map(each -> each.annotation(VolumeAnnotations.PROVISIONED_BY).isPresent())
                .orElse(true);
        return allowed && dynamic ? waiting(expansionState) : forbidden(expansionState, allowed);
    }

    private static Optional<Finding> forbidden(ExpansionState expansionState, boolean allowed) {
        Optional<KubeResource> storageClass = expansionState.chain().storageClass();
        String why = allowed
                ? "its volume was created by hand, and only provisioned volumes can be expanded"
                : storageClass
                        .map(each -> each.title() + " does not allow it")
                        .orElse("it has no storage class that allows it");
        FindingBuilder findingBuilder = VolumeExpansion.draft(
                        expansionState,
                        "expansion-forbidden",
                        FindingRank.CAUSE,
                        "%s cannot be expanded: %s."
                                .formatted(expansionState.claim().title(), why))
                .actor(allowed ? ResponsibleParty.USER : ResponsibleParty.CLUSTER_ADMIN);
        storageClass.ifPresent(each -> findingBuilder
                .evidence(
                        each,
                        "allowVolumeExpansion "
                                + each.json().path("allowVolumeExpansion").asText("not set"))
                .safe(
                        "If the driver supports expansion, allow it; this also applies to existing volumes.",
                        KubectlCommands.on("patch", each) + " -p '{\"allowVolumeExpansion\":true}'"));
        return findingBuilder
                .advice("Or create a larger claim and copy the data.")
                .build();
    }

    private static Optional<Finding> waiting(ExpansionState expansionState) {
        VolumeChain volumeChain = expansionState.chain();
        Optional<ObservedEvent> asked = ObservedEvent.about(expansionState.claim(), volumeChain)
                .filter(each -> each.hasReason(VolumeEventReasons.EXTERNAL_EXPANDING))
                .findFirst();
        boolean fresh = asked.map(each -> volumeChain.since(each.event().last()).compareTo(PATIENCE) < 0)
                .orElse(false);
        String driver = volumeChain.driver();
        FindingBuilder findingBuilder = fresh
                ? VolumeExpansion.draft(
                                expansionState,
                                "expansion-asked",
                                FindingRank.WAITING,
                                "%s is about to be expanded to %s."
                                        .formatted(expansionState.claim().title(), expansionState.wanted()))
                        .usual(USUAL)
                : VolumeExpansion.draft(
                                expansionState,
                                "resizer-missing",
                                FindingRank.CAUSE,
                                "Volumes of driver %s are not expanded: no resizer has accepted %s."
                                        .formatted(
                                                driver, expansionState.claim().title()))
                        .actor(ResponsibleParty.STORAGE_ADMIN)
                        .safe(
                                "Check whether the csi-resizer of the driver's controller runs.",
                                "kubectl get pods -A -o wide");
        asked.ifPresent(each -> findingBuilder.event(each).since(each.event().last()));
        return findingBuilder.build();
    }
}
