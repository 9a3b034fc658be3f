package dev.stowage.sidecar.attacher;

import dev.stowage.kube.workqueue.ExponentialBackoff;
import java.time.Duration;

/// How the attacher works.
///
/// @param resync how often everything is looked at for no reason
/// @param timeout the longest that attaching or detaching may take
/// @param retries pauses after failures
/// @param workers how many volumes are attached at once; as many again are detached
/// @param maxEntries the most volumes in one page of the driver's list; 0 for the driver's choice
/// @param defaultFsType for volumes that name none
/// @param reconcileEvery how often the driver is asked what is attached
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
