package dev.stowage.node.volumemanager;

import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.repair.MountCheck;
import dev.stowage.node.repair.MountHealth;
import dev.stowage.node.volumemanager.actual.ActualVolume;
import dev.stowage.node.volumemanager.actual.MountState;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import dev.stowage.node.volumemanager.desired.VolumeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Detects dead mounts under running pods, records events for the pod and its claim, and mounts the volume
/// again on top of the dead mount. Nothing is unmounted for it.
final class MountRepair {
    private static final Logger log = LoggerFactory.getLogger(MountRepair.class);

    private final StateOfWorld stateOfWorld;
    private final KubeletPaths paths;
    private final Mounts mounts;
    private final MountCheck check;
    private final EventRecorder events;
    private final Consumer<VolumeKey> enqueue;

    /// Paths that had a mount once, because some drivers mount nothing.
    private final Set<Path> seen = ConcurrentHashMap.newKeySet();

    private final Set<PodVolumeKey> broken = ConcurrentHashMap.newKeySet();
    private final Set<VolumeKey> restage = ConcurrentHashMap.newKeySet();

    /// @param enqueue requests work on a volume
    MountRepair(
            StateOfWorld stateOfWorld,
            KubeletPaths paths,
            Mounts mounts,
            MountCheck check,
            EventRecorder events,
            Consumer<VolumeKey> enqueue) {
        this.stateOfWorld = stateOfWorld;
        this.paths = paths;
        this.mounts = mounts;
        this.check = check;
        this.events = events;
        this.enqueue = enqueue;
    }

    Set<PodVolumeKey> broken(ActualVolume actual) {
        return actual.publications().keySet().stream().filter(broken::contains).collect(Collectors.toSet());
    }

    boolean mustRestage(VolumeKey volume) {
        return restage.contains(volume);
    }

    /// Checks the mounts of one volume.
    ReconcileResult check(VolumeKey volume) {
        ActualVolume actual = stateOfWorld.actual(volume);
        boolean found = false;
        for (DesiredVolume desired : stateOfWorld.desired(volume)) {
            PodVolumeKey podVolumeKey = desired.podVolumeKey();
            if (podVolumeKey.block()
                    || actual.stateAt(podVolumeKey) != MountState.PRESENT
                    || broken.contains(podVolumeKey)) {
                continue;
            }
            if (health(paths.csiMount(podVolumeKey.podUid(), podVolumeKey.specName()))
                    instanceof MountHealth.Dead(String why)) {
                broken.add(podVolumeKey);
                recordEvent(
                        desired,
                        true,
                        "volume " + podVolumeKey.specName() + " is dead: " + why + "; mounting it again");
                found = true;
            }
        }
        boolean staged = actual.stagedVolume().state() == MountState.PRESENT
                && !actual.stagedVolume().block();
        if (staged && !restage.contains(volume)) {
            Path staging = paths.csiStaging(volume.driver(), volume.handle());
            if (health(staging) instanceof MountHealth.Dead(String why)) {
                log.warn("The staging mount of volume {} is dead: {}", volume, why);
                restage.add(volume);
                found = true;
            }
        }
        if (found) {
            enqueue.accept(volume);
        }
        return ReconcileResult.done();
    }

    private MountHealth health(Path mount) {
        try {
            if (!seen.contains(mount) && mounts.at(mount).isEmpty()) {
                return new MountHealth.Unknown("never seen as a mount");
            }
        } catch (IOException e) {
            return new MountHealth.Unknown(String.valueOf(e.getMessage()));
        }
        MountHealth health = check.of(mount);
        if (health instanceof MountHealth.Dead) {
            // During concurrent mounts the kernel can omit a line of its table, so it must be missing twice.
            health = check.of(mount);
        }
        if (health instanceof MountHealth.Healthy) {
            seen.add(mount);
        }
        return health;
    }

    void restaged(VolumeKey volume) {
        restage.remove(volume);
    }

    /// The driver published the volume again.
    ///
    /// @return whether the mount is alive
    boolean restored(DesiredVolume desired) {
        PodVolumeKey podVolumeKey = desired.podVolumeKey();
        if (!broken.contains(podVolumeKey)) {
            return true;
        }
        Path mount = paths.csiMount(podVolumeKey.podUid(), podVolumeKey.specName());
        if (check.of(mount) instanceof MountHealth.Dead) {
            return false;
        }
        broken.remove(podVolumeKey);
        Set<String> blind = MountPropagation.containersWithoutPropagation(desired);
        recordEvent(
                desired,
                !blind.isEmpty(),
                "volume " + podVolumeKey.specName() + " was mounted again"
                        + (blind.isEmpty()
                                ? ""
                                : "; containers that mount it without mountPropagation HostToContainer must be restarted"
                                        + " to see it: " + String.join(", ", blind)));
        return true;
    }

    /// A driver that considers the dead mount as good does not create another one while it exists.
    void unmountDead(DesiredVolume desired) throws IOException {
        Path mount = paths.csiMount(
                desired.podVolumeKey().podUid(), desired.podVolumeKey().specName());
        if (mounts.at(mount).isPresent()) {
            mounts.unmountLazily(mount);
        }
    }

    void forget(PodVolumeKey podVolumeKey) {
        broken.remove(podVolumeKey);
        seen.remove(paths.csiMount(podVolumeKey.podUid(), podVolumeKey.specName()));
    }

    void forget(VolumeKey volume) {
        restage.remove(volume);
        seen.remove(paths.csiStaging(volume.driver(), volume.handle()));
    }

    private void recordEvent(DesiredVolume desired, boolean bad, String text) {
        log.warn("Pod {}: {}", desired.pod().shown(), text);
        EventRecorder.Type type = bad ? EventRecorder.Type.WARNING : EventRecorder.Type.NORMAL;
        String reason = broken.contains(desired.podVolumeKey())
                ? VolumeEventReasons.VOLUME_CONDITION_ABNORMAL
                : VolumeEventReasons.VOLUME_CONDITION_NORMAL;
        events.record(desired.pod().reference(), type, reason, text);
        if (desired.volumeSource() instanceof VolumeSource.Persistent from) {
            PersistentVolumeClaim claim = from.claim();
            if (claim != null) {
                events.record(claim.reference(), type, reason, text);
            }
        }
    }
}
