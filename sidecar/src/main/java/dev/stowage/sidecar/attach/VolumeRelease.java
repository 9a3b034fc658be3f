package dev.stowage.sidecar.attach;

import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Patch;
import dev.stowage.kube.migrate.Migration;
import dev.stowage.kube.mirror.Index;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Attachment;
import dev.stowage.kube.object.Volume;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.kube.queue.WorkQueue;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets go of volumes that are being deleted, when nothing of them is attached any more.
final class VolumeRelease implements WorkQueue.Worker<String> {
    private static final Logger log = LoggerFactory.getLogger(VolumeRelease.class);

    private final Mirror<Volume> volumes;
    private final Index<Attachment> byVolume;
    private final Abilities abilities;

    VolumeRelease(Mirror<Volume> volumes, Index<Attachment> byVolume, Abilities abilities) {
        this.volumes = volumes;
        this.byVolume = byVolume;
        this.abilities = abilities;
    }

    /// Whether the finalizer has no reason to stay but an attachment. A volume from the time before CSI that is not
    /// handed to this driver has gone back to Kubernetes itself.
    static boolean isDue(Volume volume, Abilities abilities) {
        return volume.meta().hasFinalizer(abilities.finalizer())
                && (volume.isBeingDeleted()
                        || (Migration.isMigrated(volume)
                                && !volume.meta()
                                        .annotation(Migration.MIGRATED_TO)
                                        .equals(abilities.driver())));
    }

    @Override
    public Outcome work(String name) throws ApiFailure, InterruptedException {
        Volume seen = volumes.find(name).orElse(null);
        if (seen == null || !isDue(seen, abilities) || byVolume.has(name)) {
            return Outcome.done();
        }
        try {
            var _ = volumes.patch(seen, Patch.removeFinalizer(seen, abilities.finalizer()));
            log.debug("Removed the finalizer from volume {}.", name);
            return Outcome.done();
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return Outcome.done();
            }
            if (e.isConflict() || e.isInvalid()) {
                var now = volumes.fetch(seen.key());
                if (now.isEmpty()
                        || !now.get().meta().version().equals(seen.meta().version())) {
                    return Outcome.again(Duration.ZERO);
                }
            }
            return Outcome.retry("failed to remove the finalizer from the volume: " + e.getMessage());
        }
    }
}
