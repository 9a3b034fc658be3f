package dev.stowage.sidecar.snapshot;

import dev.stowage.kube.object.Meta;
import dev.stowage.kube.object.SnapshotContent;
import org.jspecify.annotations.Nullable;

/// Whether a change of a content is news. What this role writes by itself is none: a content whose error was just
/// written would else be tried again at once, without a pause.
final class ContentChange {

    private ContentChange() {}

    static boolean isNews(@Nullable SnapshotContent before, @Nullable SnapshotContent now) {
        if (before == null || now == null) {
            return true;
        }
        return !bare(before).equals(bare(now))
                || ContentDecision.isReady(now) != ContentDecision.isReady(before)
                || isNowToldByGroup(before, now);
    }

    /// The snapshot controller writes the first status of a group's member.
    private static boolean isNowToldByGroup(SnapshotContent before, SnapshotContent now) {
        return ContentDecision.isInGroup(now)
                && now.status() != null
                && (before.status() == null
                        || !before.status().handle().equals(now.status().handle())
                        || !before.status().groupHandle().equals(now.status().groupHandle()));
    }

    private static SnapshotContent bare(SnapshotContent content) {
        return new SnapshotContent(
                bare(content.meta(), Marks.SNAPSHOT),
                content.driver(),
                content.deletionPolicy(),
                content.volumeHandle(),
                content.snapshotHandle(),
                content.className(),
                content.snapshot(),
                content.sourceVolumeMode(),
                null);
    }

    /// Nobody waits for a finalizer here, whoever puts it on.
    static Meta bare(Meta meta, Marks marks) {
        return meta.bare(marks.beingCreated(), _ -> false);
    }
}
