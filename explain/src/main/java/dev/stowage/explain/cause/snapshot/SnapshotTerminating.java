package dev.stowage.explain.cause.snapshot;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.DriverMessages;
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
import dev.stowage.k8s.names.VolumeEventReasons;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A snapshot is not deleted.
final class SnapshotTerminating implements Cause {
    private static final String WORD = "snapshot-terminating";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration USUAL = Duration.ofSeconds(15);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return volumeChain.snapshot().filter(KubeResource::isDeleting).flatMap(each -> judge(each, volumeChain));
    }

    private static Optional<Finding> judge(KubeResource snapshot, VolumeChain volumeChain) {
        List<KubeResource> restored = restored(snapshot, volumeChain);
        if (!restored.isEmpty()) {
            // When a claim is explained, its own problem matters more than the deletion of its source.
            return volumeChain.subject().kind() == ResourceKind.SNAPSHOT ? used(snapshot, restored) : Optional.empty();
        }
        String group = snapshot.text("/status/volumeGroupSnapshotName");
        if (!group.isEmpty()) {
            return grouped(snapshot, group);
        }
        Optional<KubeResource> content = volumeChain.content();
        Optional<String> error =
                content.map(each -> each.text("/status/error/message")).filter(each -> !each.isEmpty());
        Optional<ObservedEvent> told = Stream.of(content, volumeChain.snapshot())
                .flatMap(Optional::stream)
                .flatMap(each -> ObservedEvent.about(each, volumeChain))
                .filter(each -> each.hasReason(VolumeEventReasons.SNAPSHOT_DELETE_ERROR)
                        || each.hasReason(VolumeEventReasons.SNAPSHOT_CONTENT_OBJECT_DELETE_ERROR))
                .findFirst();
        if (error.isPresent() || told.isPresent()) {
            return refused(
                    snapshot, error.or(() -> told.map(ObservedEvent::text)).orElse(""), told, content);
        }
        boolean fresh = snapshot.time("/metadata/deletionTimestamp")
                .map(from -> volumeChain.since(from).compareTo(PATIENCE) < 0)
                .orElse(false);
        return fresh ? going(snapshot) : held(snapshot, content);
    }

    private static List<KubeResource> restored(KubeResource snapshot, VolumeChain volumeChain) {
        return volumeChain.clusterState().all(ResourceKind.CLAIM).stream()
                .filter(claim -> claim.text("/status/phase").equals("Pending"))
                .filter(claim -> ClaimDataSource.of(claim)
                        .filter(claimDataSource -> claimDataSource.kind() == ResourceKind.SNAPSHOT
                                && claimDataSource.name().equals(snapshot.name())
                                && claimDataSource.namespace().equals(snapshot.namespace()))
                        .isPresent())
                .toList();
    }

    private static Optional<Finding> used(KubeResource snapshot, List<KubeResource> claims) {
        String names = claims.stream().map(KubeResource::title).collect(Collectors.joining(", "));
        FindingBuilder findingBuilder = draft(
                        snapshot,
                        FindingRank.CAUSE,
                        "%s is deleted when %s, which is restored from it, is bound or deleted."
                                .formatted(snapshot.title(), names))
                .actor(ResponsibleParty.USER);
        claims.forEach(each -> findingBuilder
                .evidence(each, "phase Pending, restored from " + snapshot.title())
                .safe(
                        "Check why it is not bound.",
                        "stowage explain " + each.title() + " -n " + KubectlCommands.quoted(each.namespace())));
        return findingBuilder.build();
    }

    private static Optional<Finding> grouped(KubeResource snapshot, String group) {
        return draft(
                        snapshot,
                        FindingRank.CAUSE,
                        "%s can only be deleted with its group, volumegroupsnapshot/%s."
                                .formatted(snapshot.title(), group))
                .actor(ResponsibleParty.USER)
                .dangerous(
                        "Delete the whole group.",
                        KubectlCommands.kubectl(snapshot.namespace()) + " delete volumegroupsnapshot "
                                + KubectlCommands.quoted(group),
                        "all snapshots of the group are deleted")
                .build();
    }

    private static Optional<Finding> refused(
            KubeResource snapshot, String error, Optional<ObservedEvent> told, Optional<KubeResource> content) {
        FindingBuilder findingBuilder = draft(
                        snapshot,
                        FindingRank.CAUSE,
                        "The driver cannot delete %s: %s".formatted(snapshot.title(), DriverMessages.plain(error)))
                .actor(ResponsibleParty.STORAGE_ADMIN);
        told.ifPresent(findingBuilder::event);
        content.ifPresent(each -> findingBuilder
                .evidence(each, "error: " + each.text("/status/error/message"))
                .safe("Show the content.", KubectlCommands.describe(each)));
        return findingBuilder
                .advice("Deletion is retried. Clones that depend on the snapshot often prevent it.")
                .build();
    }

    private static Optional<Finding> going(KubeResource snapshot) {
        return draft(snapshot, FindingRank.WAITING, snapshot.title() + " is being deleted.")
                .usual(USUAL)
                .build();
    }

    private static Optional<Finding> held(KubeResource snapshot, Optional<KubeResource> content) {
        boolean sidecar = content.filter(KubeResource::isDeleting).isPresent();
        String who = sidecar
                ? "the snapshotter of driver "
                        + content.map(each -> each.text("/spec/driver")).orElse("") + " does not delete its content"
                : "the snapshot controller does not remove its finalizers";
        return draft(snapshot, FindingRank.CAUSE, "%s is not deleted: %s.".formatted(snapshot.title(), who))
                .actor(sidecar ? ResponsibleParty.STORAGE_ADMIN : ResponsibleParty.CLUSTER_ADMIN)
                .safe("Check whether it runs.", "kubectl get pods -A")
                .dangerous(
                        "If the snapshot is definitely deleted in the storage, remove the finalizers of the object.",
                        KubectlCommands.on("patch", snapshot)
                                + " --type=merge -p '{\"metadata\":{\"finalizers\":null}}'",
                        "a snapshot that still exists is leaked: it stays in the storage and costs money")
                .build();
    }

    private static FindingBuilder draft(KubeResource snapshot, FindingRank findingRank, String verdict) {
        List<String> finalizers = snapshot.list("/metadata/finalizers")
                .map(each -> each.asText(""))
                .toList();
        return FindingBuilder.of(WORD, findingRank, LinkKind.SNAPSHOT, verdict)
                .evidence(snapshot, "finalizers " + finalizers)
                .since(snapshot, "/metadata/deletionTimestamp");
    }
}
