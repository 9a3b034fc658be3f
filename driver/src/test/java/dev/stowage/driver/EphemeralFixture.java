package dev.stowage.driver;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.bind.PoolScratch;
import dev.stowage.driver.btrfs.BtrfsBackend;
import dev.stowage.driver.directory.DirectoryBackend;
import dev.stowage.driver.iolimit.IoLimiter;
import dev.stowage.driver.pool.Pool;
import dev.stowage.driver.pool.PoolIdentity;
import dev.stowage.driver.pool.PoolSettings;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A node with two pools of directories, and pods whose directories the kubelet would keep.
record EphemeralFixture(PoolScratch scratch) {

    static final InlineVolumePolicy ONE_POOL = new InlineVolumePolicy(true, List.of("first"), Bytes.mebi(64), 2);

    /// A driver that was just started; the records are read from disk.
    LocalPublishing start(InlineVolumePolicy policy) throws IOException {
        return start(policy, List.of(pool("first"), pool("second")));
    }

    LocalPublishing start(InlineVolumePolicy policy, List<StoragePool> all) throws IOException {
        StoragePools pools = new StoragePools(all);
        EphemeralVolumes volumes = new EphemeralVolumes(
                pools, policy, new EphemeralRecords(scratch.path().resolve("data/ephemeral")));
        LocalPublishing publishing =
                new LocalPublishing(pools, AttachmentCheck.ALWAYS, new EphemeralCleanup(volumes, true), ioLimiter());
        publishing.recover();
        return publishing;
    }

    private IoLimiter ioLimiter() throws IOException {
        return new IoLimiter(scratch.path().resolve("io-limits"), scratch.path(), scratch.mounts());
    }

    private PoolSettings settings(String name, BackendKind kind) throws IOException {
        return new PoolSettings(
                name, kind, scratch.directory(name), Bytes.gibi(1), 1, Bytes.mebi(1), false, kind == BackendKind.BTRFS);
    }

    /// A pool in a file, which is made with its first volume.
    StoragePool notMadePool(String name) throws IOException {
        Pool pool = Pool.open(settings(name, BackendKind.BTRFS), scratch.mounts());
        pool.start();
        return new StoragePool(pool, new BtrfsBackend(pool.place(), scratch.mounts()));
    }

    StoragePool pool(String name) throws IOException {
        PoolSettings settings = settings(name, BackendKind.DIRECTORY);
        PoolIdentity identity =
                new PoolIdentity(settings, scratch.path().resolve("notes").resolve(name + ".json"), List.of());
        Pool pool = Pool.open(settings, scratch.mounts(), identity);
        pool.start();
        return new StoragePool(pool, new DirectoryBackend(pool.place(), scratch.mounts()));
    }

    Path target(String pod) throws IOException {
        return scratch.directory("pods/" + pod).resolve("mount");
    }

    Publication publication(String pod, Map<String, String> attributes, String... mountFlags) throws IOException {
        Map<String, String> context = new HashMap<>(attributes);
        context.put("csi.storage.k8s.io/ephemeral", "true");
        context.put("csi.storage.k8s.io/pod.name", pod);
        return new Publication(
                id(pod),
                target(pod),
                Optional.empty(),
                new VolumeCapability(
                        new VolumeCapability.Use.FileSystem("", List.of(mountFlags), ""),
                        AccessMode.SINGLE_NODE_WRITER),
                false,
                Map.of(),
                context,
                Secrets.NONE);
    }

    static VolumeId id(String pod) {
        return new VolumeId("csi-" + pod);
    }

    /// Where the volume of a pod would be.
    Path volume(String pod) {
        return scratch.path().resolve("first/volumes").resolve(id(pod).value());
    }

    /// Ends the mount of a pod, as a reboot does.
    void reboot(String pod) throws IOException {
        scratch.mounts().unmount(target(pod));
    }

    /// The kubelet has forgotten the pod.
    void forget(String pod) throws IOException {
        Files.deleteIfExists(target(pod));
        Files.delete(scratch.path().resolve("pods").resolve(pod));
    }

    static Bytes provisioned(LocalPublishing publishing) throws Exception {
        return publishing.storagePools().first().pool().provisioned();
    }
}
