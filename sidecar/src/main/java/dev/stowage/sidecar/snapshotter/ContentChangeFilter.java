package dev.stowage.sidecar.snapshotter;

import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.VolumeSnapshotContent;
import org.jspecify.annotations.Nullable;

/// Whether a change of a content needs reconciliation. Our own writes do not: otherwise a content would be
/// retried at once after its error is written.
final class ContentChangeFilter {

    private ContentChangeFilter() {}

    static boolean isRelevant(@Nullable VolumeSnapshotContent before, @Nullable VolumeSnapshotContent now) {
        if (before == null || now == null) {
            return true;
        }
        return !bare(before).equals(bare(now))
                || ContentDecision.isReady(now) != ContentDecision.isReady(before)
                || isNowToldByGroup(before, now);
    }

    /// The snapshot controller writes the first status of a group's member.
    private static boolean isNowToldByGroup(VolumeSnapshotContent before, VolumeSnapshotContent now) {
        return ContentDecision.isInGroup(now)
                && now.status() != null
                && (before.status() == null
                        || !before.status().handle().equals(now.status().handle())
                        || !before.status().groupHandle().equals(now.status().groupHandle()));
    }

    private static VolumeSnapshotContent bare(VolumeSnapshotContent content) {
        return new VolumeSnapshotContent(
                bare(content.meta(), SnapshotAnnotations.SNAPSHOT),
                content.driver(),
                content.deletionPolicy(),
                content.volumeHandle(),
                content.snapshotHandle(),
                content.className(),
                content.snapshot(),
                content.sourceVolumeMode(),
                null);
    }

    /// Finalizers are irrelevant here.
    static ObjectMeta bare(ObjectMeta meta, SnapshotAnnotations snapshotAnnotations) {
        return meta.bare(snapshotAnnotations.beingCreated(), _ -> false);
    }
}
