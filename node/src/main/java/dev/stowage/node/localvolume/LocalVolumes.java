package dev.stowage.node.localvolume;

import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.node.fsgroup.OwnershipProgress;
import dev.stowage.node.fsgroup.VolumeOwnership;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.VolumeSetUpException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Local volumes with a file system: a directory of the node, or the file system on one of its devices, is
/// bind-mounted for each pod. One thread at a time works on a volume. Thread-safe.
public final class LocalVolumes {
    private static final int LOCKS = 64;

    private final KubeletPaths paths;
    private final Mounts mounts;
    private final EventRecorder events;
    private final LocalDeviceMounts devices;
    private final List<Object> locks = Stream.generate(Object::new).limit(LOCKS).toList();

    public LocalVolumes(KubeletPaths paths, Mounts mounts, EventRecorder events) {
        this.paths = paths;
        this.mounts = mounts;
        this.events = events;
        this.devices = new LocalDeviceMounts(paths, mounts);
    }

    /// Idempotent.
    ///
    /// @return where it is mounted for the pod
    public Path setUp(NodePod pod, PersistentVolume volume, boolean readOnly) throws IOException {
        String specName = volume.meta().name();
        Path target = target(pod.uid(), specName);
        synchronized (lock(specName)) {
            if (mounts.at(target).isPresent()) {
                return target;
            }
            LocalPath source = source(volume);
            refuseOptions(volume, source);
            // The directory comes first: it shows a later run that there may be mounts to remove.
            Directories.ensure(target);
            Path shown = source.device() ? devices.mount(volume, source.path(), readOnly) : source.path();
            mounts.bind(shown, target, readOnly);
            if (!readOnly) {
                giveToGroup(pod, specName, target);
            }
            return target;
        }
    }

    private static LocalPath source(PersistentVolume volume) throws IOException {
        try {
            return LocalPath.of(volume);
        } catch (IOException e) {
            throw new VolumeSetUpException(
                    "MountVolume.NewMounter initialization failed", String.valueOf(e.getMessage()), e);
        }
    }

    /// A bind mount of a directory has the options of the file system around it. Without one that the volume
    /// asks for, such as noexec, a pod would get more than it should.
    private static void refuseOptions(PersistentVolume volume, LocalPath source) throws IOException {
        if (!source.device() && !volume.mountOptions().isEmpty()) {
            throw new VolumeSetUpException(
                    "MountVolume.MountOptionSupport check failed",
                    "mount options are not supported for a local volume that is a directory");
        }
    }

    /// Only the first pod changes the ownership: the files are in use afterwards.
    private void giveToGroup(NodePod pod, String specName, Path target) throws IOException {
        Long group = pod.fsGroup();
        if (group == null) {
            return;
        }
        if (isSharedWithOthers(target)) {
            int now = Stat.of(target).gid();
            if (now != group) {
                events.warning(
                        pod.reference(),
                        "AlreadyMountedVolume",
                        "The requested fsGroup is %d, but the volume %s has GID %d. The volume may not be shareable."
                                .formatted(group, specName, now));
            }
            return;
        }
        try {
            String policy = pod.securityContext().path("fsGroupChangePolicy").asText("");
            VolumeOwnership.apply(target, group, false, policy, new OwnershipProgress(events, paths).of(pod, target));
        } catch (IOException e) {
            // Mounted again by the next attempt, which then changes the ownership.
            mounts.unmount(target);
            throw e;
        }
    }

    private boolean isSharedWithOthers(Path target) throws IOException {
        MountPoint own = mounts.at(target).orElseThrow(() -> new IOException(target + " is not mounted any more"));
        Path pods = paths.pods().toRealPath();
        return mounts.table().stream()
                .anyMatch(other -> other.id() != own.id()
                        && other.device().equals(own.device())
                        && other.root().equals(own.root())
                        && other.target().startsWith(pods));
    }

    /// The directory is removed last: what is still mounted is found again.
    public void tearDown(String podUid, String specName) throws IOException {
        Path target = target(podUid, specName);
        synchronized (lock(specName)) {
            devices.unmountAll(target);
            devices.unmountUnused(specName);
            Files.deleteIfExists(target);
        }
    }

    private Path target(String podUid, String specName) {
        return paths.volume(podUid, KubeletPaths.LOCAL_IN_PODS, specName);
    }

    private Object lock(String specName) {
        return locks.get(Math.floorMod(specName.hashCode(), LOCKS));
    }
}
