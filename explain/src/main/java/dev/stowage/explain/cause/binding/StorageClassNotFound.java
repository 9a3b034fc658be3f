package dev.stowage.explain.cause.binding;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.flags.SpellingSuggestion;
import java.util.List;
import java.util.Optional;

/// The claim names a class that does not exist: mistyped, deleted, or not on this cluster.
final class StorageClassNotFound implements Cause {
    private static final int MOST_TOLD = 8;

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return PendingClaim.pending(volumeChain)
                .filter(pendingClaim -> !pendingClaim.className().isEmpty()
                        && pendingClaim.volumeName().isEmpty())
                .filter(pendingClaim -> volumeChain.clusterState().isListed(ResourceKind.CLASS)
                        && volumeChain.storageClass().isEmpty())
                // A class name that is shared by static volumes needs no StorageClass object.
                .filter(pendingClaim -> pendingClaim.fitting().isEmpty())
                .flatMap(StorageClassNotFound::judge);
    }

    private static Optional<Finding> judge(PendingClaim pendingClaim) {
        KubeResource claim = pendingClaim.claim();
        List<String> names = pendingClaim.chain().clusterState().all(ResourceKind.CLASS).stream()
                .map(KubeResource::name)
                .sorted()
                .toList();
        Optional<String> near = SpellingSuggestion.nearest(pendingClaim.className(), names);
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "storage-class-missing",
                        FindingRank.CAUSE,
                        LinkKind.CLASS,
                        claim.title() + " requests the storage class " + pendingClaim.className()
                                + ", which does not exist"
                                + near.map(name -> "; did you mean " + name + "?")
                                        .orElse("."))
                .actor(ResponsibleParty.USER)
                .evidence(claim, "spec.storageClassName: " + pendingClaim.className())
                .since(claim, "/metadata/creationTimestamp");
        findingBuilder.evidence(
                claim,
                names.isEmpty()
                        ? "the cluster has no storage class"
                        : "existing classes: "
                                + String.join(
                                        ", ", names.stream().limit(MOST_TOLD).toList()));
        ProvisioningEvents.latest(pendingClaim).ifPresent(findingBuilder::event);
        return findingBuilder
                .safe("List the classes.", "kubectl get storageclass")
                .safe(
                        "The class of a claim cannot be changed: delete the claim and recreate it with the right class. It has no data yet.",
                        KubectlCommands.delete(claim))
                .advice("Or create a class with that name: the claim then continues automatically.")
                .build();
    }
}
