package dev.stowage.explain.cause;

import dev.stowage.explain.cause.mount.AbnormalVolume;
import dev.stowage.explain.cause.mount.BeingMounted;
import dev.stowage.explain.cause.mount.BrokenFileSystem;
import dev.stowage.explain.cause.mount.DeadMount;
import dev.stowage.explain.cause.mount.HungOperation;
import dev.stowage.explain.cause.mount.LeftMount;
import dev.stowage.explain.cause.mount.MountRefused;
import dev.stowage.explain.cause.mount.MountTimeout;
import dev.stowage.explain.cause.mount.SlowOwnership;
import dev.stowage.explain.cause.mount.StuckPod;
import java.util.List;

/// Why a volume does not come into the pod.
final class MountSituations {
    static final List<Situation> ALL = List.of(
            new StuckPod(),
            new BrokenFileSystem(),
            new DeadMount(),
            new HungOperation(),
            new LeftMount(),
            new SlowOwnership(),
            new MountRefused(),
            new AbnormalVolume(),
            new BeingMounted(),
            new MountTimeout());

    private MountSituations() {}
}
