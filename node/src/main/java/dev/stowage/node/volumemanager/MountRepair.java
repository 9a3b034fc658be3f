package dev.stowage.node.volumemanager;

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

/// Notices that a mount under a running pod is dead or gone, tells the pod and its claim, and has it made anew on top
/// of the dead one. Nothing is taken away for it.
final class MountRepair {
    private static final Logger log = LoggerFactory.getLogger(MountRepair.class);
    private static final String ABNORMAL = "VolumeConditionAbnormal";
    private static final String NORMAL = "VolumeConditionNormal";

    private final StateOfWorld stateOfWorld;
    private final KubeletPaths paths;
    private final Mounts mounts;
    private final MountCheck check;
    private final EventRecorder events;
    private final Consumer<VolumeKey> wake;

    /// Places at which something was mounted once: there are drivers that mount nothing.
    private final Set<Path> seen = ConcurrentHashMap.newKeySet();

    private final Set<PodVolumeKey> broken = ConcurrentHashMap.newKeySet();
    private final Set<VolumeKey> restage = ConcurrentHashMap.newKeySet();

    /// @param wake asks for work on a volume
    MountRepair(
            StateOfWorld stateOfWorld,
            KubeletPaths paths,
            Mounts mounts,
            MountCheck check,
            EventRecorder events,
            Consumer<VolumeKey> wake) {
        this.stateOfWorld = stateOfWorld;
        this.paths = paths;
        this.mounts = mounts;
        this.check = check;
        this.events = events;
        this.wake = wake;
    }

    Set<PodVolumeKey> broken(ActualVolume actual) {
        return actual.publications().keySet().stream().filter(broken::contains).collect(Collectors.toSet());
    }

    boolean mustRestage(VolumeKey volume) {
        return restage.contains(volume);
    }

    /// Looks at the mounts of one volume.
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
                tell(desired, true, "volume " + podVolumeKey.specName() + " is dead: " + why + "; it is mounted anew");
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
            wake.accept(volume);
        }
        return ReconcileResult.done();
    }

    private MountHealth health(Path mount) {
        try {
            if (!seen.contains(mount) && mounts.at(mount).isEmpty()) {
                return new MountHealth.Unknown("nothing was mounted there");
            }
        } catch (IOException e) {
            return new MountHealth.Unknown(String.valueOf(e.getMessage()));
        }
        MountHealth health = check.of(mount);
        if (health instanceof MountHealth.Dead) {
            // While others mount, the kernel may leave a line out of its table: it has to say so twice.
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

    /// The driver says that it was published anew.
    ///
    /// @return whether it lives
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
        Set<String> blind = MountPropagation.blind(desired);
        tell(
                desired,
                !blind.isEmpty(),
                "volume " + podVolumeKey.specName() + " is mounted anew"
                        + (blind.isEmpty()
                                ? ""
                                : "; to see it, restart the containers that have it without the mountPropagation"
                                        + " HostToContainer: " + String.join(", ", blind)));
        return true;
    }

    /// A driver that takes the dead mount for a good one makes no other while it is there.
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

    private void tell(DesiredVolume desired, boolean bad, String text) {
        log.warn("Pod {}: {}", desired.pod().shown(), text);
        EventRecorder.Type type = bad ? EventRecorder.Type.WARNING : EventRecorder.Type.NORMAL;
        String reason = broken.contains(desired.podVolumeKey()) ? ABNORMAL : NORMAL;
        events.record(desired.pod().reference(), type, reason, text);
        if (desired.volumeSource() instanceof VolumeSource.Persistent from) {
            PersistentVolumeClaim claim = from.claim();
            if (claim != null) {
                events.record(claim.reference(), type, reason, text);
            }
        }
    }
}
