package dev.stowage.explain.cause.snapshot;

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
import dev.stowage.k8s.names.VolumeEventReasons;
import java.util.Optional;

/// A snapshot without its content.
final class SnapshotContentMissing implements Cause {

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return volumeChain
                .snapshot()
                .filter(each ->
                        !each.isDeleting() && volumeChain.clusterState().isListed(ResourceKind.SNAPSHOT_CONTENT))
                .flatMap(each -> judge(each, volumeChain));
    }

    private static Optional<Finding> judge(KubeResource snapshot, VolumeChain volumeChain) {
        String bound = snapshot.text("/status/boundVolumeSnapshotContentName");
        String named = snapshot.text("/spec/source/volumeSnapshotContentName");
        String name = bound.isEmpty() ? named : bound;
        if (name.isEmpty()) {
            return Optional.empty();
        }
        Optional<KubeResource> content = volumeChain.clusterState().find(ResourceKind.SNAPSHOT_CONTENT, name);
        if (content.isEmpty()) {
            return missing(snapshot, name, !bound.isEmpty(), volumeChain);
        }
        return isOf(content.get(), snapshot) ? Optional.empty() : other(snapshot, content.get());
    }

    private static boolean isOf(KubeResource content, KubeResource snapshot) {
        String uid = content.text("/spec/volumeSnapshotRef/uid");
        return content.text("/spec/volumeSnapshotRef/name").equals(snapshot.name())
                && content.text("/spec/volumeSnapshotRef/namespace").equals(snapshot.namespace())
                && (uid.isEmpty() || uid.equals(snapshot.uid()));
    }

    private static Optional<Finding> missing(KubeResource snapshot, String name, boolean had, VolumeChain volumeChain) {
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "snapshot-content-missing",
                        FindingRank.CAUSE,
                        LinkKind.SNAPSHOT,
                        had
                                ? "%s has lost its vsc/%s: it was deleted, and this snapshot can no longer be restored."
                                        .formatted(snapshot.title(), name)
                                : "%s references vsc/%s, which does not exist.".formatted(snapshot.title(), name))
                .actor(had ? ResponsibleParty.STORAGE_ADMIN : ResponsibleParty.USER)
                .evidence(
                        snapshot,
                        (had ? "boundVolumeSnapshotContentName " : "source volumeSnapshotContentName ") + name)
                .since(snapshot, "/status/error/time");
        ObservedEvent.about(snapshot, volumeChain)
                .filter(each -> each.hasReason(VolumeEventReasons.SNAPSHOT_CONTENT_MISSING))
                .findFirst()
                .ifPresent(findingBuilder::event);
        return findingBuilder
                .advice("If the snapshot still exists in the storage, create a VolumeSnapshotContent with its"
                        + " snapshotHandle and a new VolumeSnapshot that references it.")
                .safe("List the contents.", "kubectl get volumesnapshotcontents")
                .build();
    }

    private static Optional<Finding> other(KubeResource snapshot, KubeResource content) {
        return FindingBuilder.of(
                        "snapshot-content-of-another",
                        FindingRank.CAUSE,
                        LinkKind.SNAPSHOT,
                        "%s references %s, which belongs to another snapshot, %s/%s."
                                .formatted(
                                        snapshot.title(),
                                        content.title(),
                                        content.text("/spec/volumeSnapshotRef/namespace"),
                                        content.text("/spec/volumeSnapshotRef/name")))
                .actor(ResponsibleParty.USER)
                .evidence(content, "volumeSnapshotRef " + content.json().at("/spec/volumeSnapshotRef"))
                .advice("A content always belongs to one snapshot. Create another content with the same snapshotHandle"
                        + " and deletionPolicy Retain for this one.")
                .safe("Show the content.", KubectlCommands.yaml(content))
                .build();
    }
}
