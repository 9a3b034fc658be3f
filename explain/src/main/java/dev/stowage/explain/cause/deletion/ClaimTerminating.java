package dev.stowage.explain.cause.deletion;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A claim is not deleted.
final class ClaimTerminating implements Cause {
    private static final String WORD = "claim-terminating";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration USUAL = Duration.ofSeconds(5);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return volumeChain.claim().filter(KubeResource::isDeleting).flatMap(claim -> judge(claim, volumeChain));
    }

    private static Optional<Finding> judge(KubeResource claim, VolumeChain volumeChain) {
        List<KubeResource> users = ClaimUsers.of(claim, volumeChain.clusterState()).stream()
                .filter(pod -> !ClaimUsers.node(pod).isEmpty())
                .toList();
        if (claim.hasFinalizer(FinalizerInfo.CLAIM_IN_USE) && !users.isEmpty()) {
            return used(claim, users);
        }
        if (claim.hasFinalizer(FinalizerInfo.SNAPSHOT_SOURCE)) {
            return source(claim, "its snapshot is taken", snapshots(claim, volumeChain));
        }
        if (claim.hasFinalizer(FinalizerInfo.CLONE_SOURCE)) {
            return source(claim, "its clone is provisioned", copies(claim, volumeChain));
        }
        boolean fresh = claim.time("/metadata/deletionTimestamp")
                .map(from -> volumeChain.since(from).compareTo(PATIENCE) < 0)
                .orElse(false);
        return fresh || FinalizerInfo.of(claim).isEmpty() ? going(claim) : held(claim, volumeChain);
    }

    private static Optional<Finding> used(KubeResource claim, List<KubeResource> users) {
        boolean over = users.stream().anyMatch(ClaimUsers::isOver);
        boolean ending = users.stream().allMatch(KubeResource::isDeleting);
        String names = users.stream()
                .map(pod -> pod.title() + " (" + (pod.isDeleting() ? "Terminating" : ClaimUsers.phase(pod)) + ")")
                .collect(Collectors.joining(", "));
        FindingBuilder findingBuilder = draft(
                        claim,
                        ending ? FindingRank.WAITING : FindingRank.CAUSE,
                        "%s is deleted only after %s%s."
                                .formatted(
                                        claim.title(), names, over ? ": a completed pod still holds its claims" : ""))
                .actor(ending ? ResponsibleParty.NOBODY : ResponsibleParty.USER);
        users.forEach(pod -> findingBuilder.evidence(
                pod,
                "phase " + ClaimUsers.phase(pod) + " on node " + ClaimUsers.node(pod) + ", uses " + claim.title()));
        users.stream()
                .filter(pod -> !pod.isDeleting())
                .forEach(pod -> findingBuilder.safe(
                        ClaimUsers.isOver(pod) ? "Delete the completed pod." : "Delete the pod, if it can be stopped.",
                        KubectlCommands.delete(pod)));
        return findingBuilder
                .advice("A deletion cannot be undone. To keep the data, set the volume's"
                        + " persistentVolumeReclaimPolicy to Retain before the claim is deleted.")
                .build();
    }

    private static Optional<Finding> source(KubeResource claim, String until, List<KubeResource> makings) {
        FindingBuilder findingBuilder = draft(
                        claim,
                        makings.isEmpty() ? FindingRank.CAUSE : FindingRank.WAITING,
                        makings.isEmpty()
                                ? "%s is held until %s, but none is in progress.".formatted(claim.title(), until)
                                : "%s is deleted when %s: %s."
                                        .formatted(
                                                claim.title(),
                                                until,
                                                makings.stream()
                                                        .map(KubeResource::title)
                                                        .collect(Collectors.joining(", "))))
                .actor(makings.isEmpty() ? ResponsibleParty.CLUSTER_ADMIN : ResponsibleParty.NOBODY);
        makings.forEach(each -> findingBuilder.safe("Check its progress.", KubectlCommands.describe(each)));
        return findingBuilder.build();
    }

    private static List<KubeResource> snapshots(KubeResource claim, VolumeChain volumeChain) {
        return volumeChain.clusterState().all(ResourceKind.SNAPSHOT).stream()
                .filter(each -> each.namespace().equals(claim.namespace())
                        && each.text("/spec/source/persistentVolumeClaimName").equals(claim.name())
                        && !each.text("/status/readyToUse").equals("true"))
                .toList();
    }

    private static List<KubeResource> copies(KubeResource claim, VolumeChain volumeChain) {
        return volumeChain.clusterState().all(ResourceKind.CLAIM).stream()
                .filter(each -> each.text("/status/phase").equals("Pending")
                        && each.text("/spec/dataSource/kind").equals("PersistentVolumeClaim")
                        && each.text("/spec/dataSource/name").equals(claim.name())
                        && each.namespace().equals(claim.namespace()))
                .toList();
    }

    private static Optional<Finding> going(KubeResource claim) {
        return draft(claim, FindingRank.WAITING, claim.title() + " is being deleted.")
                .usual(USUAL)
                .build();
    }

    private static Optional<Finding> held(KubeResource claim, VolumeChain volumeChain) {
        List<String> finalizers = FinalizerInfo.of(claim);
        boolean onlyOurs = finalizers.equals(List.of(FinalizerInfo.CLAIM_IN_USE));
        String verdict = onlyOurs
                ? claim.title()
                        + " is not used by any pod but is still held: the PVC protection controller is not working."
                : "%s is held by %s.".formatted(claim.title(), String.join(", ", finalizers));
        FindingBuilder findingBuilder = draft(claim, FindingRank.CAUSE, verdict)
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .safe(
                        "Check that no pod references the claim.",
                        KubectlCommands.kubectl(claim.namespace()) + " describe pvc "
                                + KubectlCommands.quoted(claim.name()));
        if (!volumeChain.clusterState().isListed(ResourceKind.POD)) {
            findingBuilder.advice("Pods could not be read: one of them may use the claim.");
        }
        return findingBuilder
                .dangerous(
                        "If definitely no pod on any node uses it: remove the finalizers.",
                        FinalizerInfo.removal(claim),
                        "a volume that is still mounted is deleted while in use, with its data")
                .build();
    }

    private static FindingBuilder draft(KubeResource claim, FindingRank findingRank, String verdict) {
        FindingBuilder findingBuilder = FindingBuilder.of(WORD, findingRank, LinkKind.CLAIM, verdict)
                .since(claim, "/metadata/deletionTimestamp");
        FinalizerInfo.of(claim)
                .forEach(each ->
                        findingBuilder.evidence(claim, "finalizer " + each + " " + FinalizerInfo.meaning(each)));
        return findingBuilder;
    }
}
