package dev.stowage.sidecar.attacher;

import dev.stowage.kube.workqueue.ExponentialBackoff;
import java.time.Duration;

/// The options of the attacher.
///
/// @param resync how often all objects are reconciled
/// @param timeout of attaching or detaching
/// @param retries delays after failures
/// @param workers how many volumes are attached concurrently; as many are detached
/// @param maxEntries the maximum page size of ListVolumes; 0 for the driver's default
/// @param defaultFsType for volumes that do not set one
/// @param reconcileEvery how often attachments are compared with the driver's list
public record AttacherOptions(
        Duration resync,
        Duration timeout,
        ExponentialBackoff retries,
        int workers,
        int maxEntries,
        String defaultFsType,
        Duration reconcileEvery) {

    public AttacherOptions {
        if (workers < 1) {
            throw new IllegalArgumentException("--worker-threads must be at least 1");
        }
    }
}
