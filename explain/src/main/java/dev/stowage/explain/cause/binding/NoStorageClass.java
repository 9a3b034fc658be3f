package dev.stowage.explain.cause.binding;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.k8s.names.StorageClassKeys;
import dev.stowage.k8s.names.VolumeEventReasons;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The claim has no class, so no volume is provisioned.
final class NoStorageClass implements Cause {
    private static final List<String> DEFAULT =
            List.of(StorageClassKeys.IS_DEFAULT_CLASS, StorageClassKeys.BETA_IS_DEFAULT_CLASS);
    private static final Duration USUAL = Duration.ofMinutes(1);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return PendingClaim.pending(volumeChain)
                .filter(pendingClaim -> pendingClaim.className().isEmpty()
                        && pendingClaim.volumeName().isEmpty())
                .filter(pendingClaim -> volumeChain.clusterState().isListed(ResourceKind.CLASS))
                .filter(pendingClaim -> pendingClaim.fitting().isEmpty())
                .flatMap(NoStorageClass::judge);
    }

    private static Optional<Finding> judge(PendingClaim pendingClaim) {
        if (pendingClaim.refusesClasses()) {
            return refusal(pendingClaim);
        }
        List<KubeResource> standard = pendingClaim.chain().clusterState().all(ResourceKind.CLASS).stream()
                .filter(NoStorageClass::isDefault)
                .toList();
        return standard.isEmpty() ? without(pendingClaim) : late(pendingClaim, standard.getFirst());
    }

    private static boolean isDefault(KubeResource storageClass) {
        return DEFAULT.stream()
                .flatMap(key -> storageClass.annotation(key).stream())
                .anyMatch("true"::equals);
    }

    private static Optional<Finding> without(PendingClaim pendingClaim) {
        KubeResource claim = pendingClaim.claim();
        List<KubeResource> classes = pendingClaim.chain().clusterState().all(ResourceKind.CLASS);
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "no-storage-class",
                        FindingRank.CAUSE,
                        LinkKind.CLASS,
                        claim.title() + " has no storage class, and the cluster has no default class.")
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .evidence(claim, "spec.storageClassName: not set")
                .since(claim, "/metadata/creationTimestamp");
        told(pendingClaim).ifPresent(findingBuilder::event);
        findingBuilder.safe("List the classes.", "kubectl get storageclass");
        if (classes.isEmpty()) {
            findingBuilder.advice(
                    "The cluster has no storage class: install a storage driver and create a class for it.");
        } else {
            findingBuilder.safe(
                    "Make one of them the default; the claim then uses it automatically.",
                    "kubectl annotate storageclass "
                            + KubectlCommands.quoted(classes.getFirst().name()) + " " + DEFAULT.getFirst() + "=true");
            findingBuilder.advice("Or recreate the claim with spec.storageClassName.");
        }
        return findingBuilder.build();
    }

    /// A default class that was created after the claim is assigned to it.
    private static Optional<Finding> late(PendingClaim pendingClaim, KubeResource standard) {
        KubeResource claim = pendingClaim.claim();
        return FindingBuilder.of(
                        "gets-default-class",
                        FindingRank.WAITING,
                        LinkKind.CLASS,
                        "Waiting (expected): " + claim.title() + " is about to get the default class " + standard.name()
                                + ".")
                .evidence(claim, "spec.storageClassName: not set")
                .evidence(standard, "is the default")
                .since(claim, "/metadata/creationTimestamp")
                .usual(USUAL)
                .build();
    }

    private static Optional<Finding> refusal(PendingClaim pendingClaim) {
        KubeResource claim = pendingClaim.claim();
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "no-volume-fits",
                        FindingRank.CAUSE,
                        LinkKind.VOLUME,
                        claim.title()
                                + " needs a volume without a class (storageClassName: \"\"), but no available volume"
                                + " matches.")
                .actor(ResponsibleParty.USER)
                .evidence(claim, "spec.storageClassName: \"\"")
                .since(claim, "/metadata/creationTimestamp");
        NoMatchingVolume.addVolumeEvidence(pendingClaim, findingBuilder);
        told(pendingClaim).ifPresent(findingBuilder::event);
        return findingBuilder
                .advice(
                        "To get a volume provisioned, recreate the claim without storageClassName, or with the name of a class.")
                .safe("List the volumes.", "kubectl get pv")
                .build();
    }

    private static Optional<ObservedEvent> told(PendingClaim pendingClaim) {
        return ObservedEvent.about(pendingClaim.claim(), pendingClaim.chain())
                .filter(observedEvent -> observedEvent.hasReason(VolumeEventReasons.FAILED_BINDING))
                .findFirst();
    }
}
