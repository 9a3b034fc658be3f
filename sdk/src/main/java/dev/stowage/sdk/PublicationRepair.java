package dev.stowage.sdk;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/// Replacing the mounts of published volumes that have died: for a driver whose volumes are served by a daemon or
/// another machine. Every access to such a mount fails (ENOTCONN, ESTALE) and always will, and the orchestrator may
/// never publish the volume again.
///
/// The SDK checks the publications in its records when the driver asks for it, at the start, and at an interval. It
/// calls [#repair] for each whose mount is dead, under the locks of a NodePublishVolume, one after the other. What
/// fails is tried again a few times, with growing pauses. A server that only does not answer is not dead.
public interface PublicationRepair {

    /// Replaces the mount at the target with one that works and has the same access. Does nothing when it works.
    void repair(VolumeId volume, Path target) throws CsiException, IOException;

    /// Waits for events of the storage, and runs `check` after each that may have killed mounts or allows to
    /// repair them. Runs on a thread of its own, which is interrupted when the driver stops. It is called again
    /// after a pause when it returns or fails.
    default void watch(Runnable check) throws IOException, InterruptedException {
        new CountDownLatch(1).await();
    }

    /// How often all publications are checked without an event; zero for never. A check costs two requests to the
    /// server of each publication.
    default Duration interval() {
        return Duration.ofMinutes(1);
    }
}
