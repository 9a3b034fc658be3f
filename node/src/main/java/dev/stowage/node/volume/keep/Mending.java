package dev.stowage.node.volume.keep;

import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.mend.MountCheck;
import dev.stowage.node.mend.MountHealth;
import dev.stowage.node.place.KubeletPaths;
import dev.stowage.node.volume.have.Have;
import dev.stowage.node.volume.have.MountState;
import dev.stowage.node.volume.want.Source;
import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.VolumeKey;
import dev.stowage.node.volume.want.Wanted;
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
final class Mending {
    private static final Logger log = LoggerFactory.getLogger(Mending.class);
    private static final String ABNORMAL = "VolumeConditionAbnormal";
    private static final String NORMAL = "VolumeConditionNormal";

    private final World world;
    private final KubeletPaths paths;
    private final Mounts mounts;
    private final MountCheck check;
    private final EventRecorder events;
    private final Consumer<VolumeKey> wake;

    /// Places at which something was mounted once: there are drivers that mount nothing.
    private final Set<Path> seen = ConcurrentHashMap.newKeySet();

    private final Set<Spot> broken = ConcurrentHashMap.newKeySet();
    private final Set<VolumeKey> restage = ConcurrentHashMap.newKeySet();

    /// @param wake asks for work on a volume
    Mending(
            World world,
            KubeletPaths paths,
            Mounts mounts,
            MountCheck check,
            EventRecorder events,
            Consumer<VolumeKey> wake) {
        this.world = world;
        this.paths = paths;
        this.mounts = mounts;
        this.check = check;
        this.events = events;
        this.wake = wake;
    }

    Set<Spot> broken(Have have) {
        return have.publications().keySet().stream().filter(broken::contains).collect(Collectors.toSet());
    }

    boolean mustRestage(VolumeKey volume) {
        return restage.contains(volume);
    }

    /// Looks at the mounts of one volume.
    ReconcileResult look(VolumeKey volume) {
        Have have = world.have(volume);
        boolean found = false;
        for (Wanted wanted : world.wanted(volume)) {
            Spot spot = wanted.spot();
            if (spot.block() || have.stateAt(spot) != MountState.PRESENT || broken.contains(spot)) {
                continue;
            }
            if (health(paths.csiMount(spot.podUid(), spot.specName())) instanceof MountHealth.Dead(String why)) {
                broken.add(spot);
                tell(wanted, true, "volume " + spot.specName() + " is dead: " + why + "; it is mounted anew");
                found = true;
            }
        }
        boolean staged =
                have.device().state() == MountState.PRESENT && !have.device().block();
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
        if (health instanceof MountHealth.Well) {
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
    boolean restored(Wanted wanted) {
        Spot spot = wanted.spot();
        if (!broken.contains(spot)) {
            return true;
        }
        Path mount = paths.csiMount(spot.podUid(), spot.specName());
        if (check.of(mount) instanceof MountHealth.Dead) {
            return false;
        }
        broken.remove(spot);
        Set<String> blind = Propagating.blind(wanted);
        tell(
                wanted,
                !blind.isEmpty(),
                "volume " + spot.specName() + " is mounted anew"
                        + (blind.isEmpty()
                                ? ""
                                : "; to see it, restart the containers that have it without the mountPropagation"
                                        + " HostToContainer: " + String.join(", ", blind)));
        return true;
    }

    /// A driver that takes the dead mount for a good one makes no other while it is there.
    void makeRoom(Wanted wanted) throws IOException {
        Path mount = paths.csiMount(wanted.spot().podUid(), wanted.spot().specName());
        if (mounts.at(mount).isPresent()) {
            mounts.unmountLazily(mount);
        }
    }

    void forget(Spot spot) {
        broken.remove(spot);
        seen.remove(paths.csiMount(spot.podUid(), spot.specName()));
    }

    void forget(VolumeKey volume) {
        restage.remove(volume);
        seen.remove(paths.csiStaging(volume.driver(), volume.handle()));
    }

    private void tell(Wanted wanted, boolean bad, String text) {
        log.warn("Pod {}: {}", wanted.pod().shown(), text);
        EventRecorder.Type type = bad ? EventRecorder.Type.WARNING : EventRecorder.Type.NORMAL;
        String reason = broken.contains(wanted.spot()) ? ABNORMAL : NORMAL;
        events.record(wanted.pod().reference(), type, reason, text);
        if (wanted.source() instanceof Source.Persistent from) {
            PersistentVolumeClaim claim = from.claim();
            if (claim != null) {
                events.record(claim.reference(), type, reason, text);
            }
        }
    }
}
