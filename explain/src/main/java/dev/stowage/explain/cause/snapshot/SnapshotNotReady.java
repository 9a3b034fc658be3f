package dev.stowage.explain.cause.snapshot;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import java.time.Duration;
import java.util.Optional;

/// A snapshot is being taken.
final class SnapshotNotReady implements Cause {
    static final String MARK = SnapshotMetadataKeys.BEING_CREATED;
    private static final Duration USUAL = Duration.ofSeconds(30);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return volumeChain
                .snapshot()
                .filter(each -> !each.isDeleting())
                .filter(each -> !each.text("/status/readyToUse").equals("true"))
                .filter(each -> each.text("/status/error/message").isEmpty())
                .flatMap(each -> finding(each, volumeChain));
    }

    private static Optional<Finding> finding(KubeResource snapshot, VolumeChain volumeChain) {
        boolean cut = !snapshot.text("/status/creationTime").isEmpty();
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "snapshot-being-made",
                        FindingRank.WAITING,
                        LinkKind.SNAPSHOT,
                        cut
                                ? "%s is taken, and the storage is making it ready to use.".formatted(snapshot.title())
                                : "%s is being taken.".formatted(snapshot.title()))
                .evidence(
                        snapshot,
                        "readyToUse " + snapshot.json().at("/status/readyToUse").asText("not set"))
                .since(snapshot, "/metadata/creationTimestamp")
                .usual(USUAL);
        volumeChain
                .content()
                .filter(each -> each.annotation(MARK).isPresent())
                .ifPresent(each -> findingBuilder.evidence(each, "the driver is working on it"));
        return findingBuilder.build();
    }
}
