package dev.stowage.driver;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.bind.PoolScratch;
import dev.stowage.driver.iolimit.IoLimiter;
import dev.stowage.driver.pool.Pool;
import dev.stowage.driver.pool.PoolSettings;
import dev.stowage.driver.share.ShareSource;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CapacityRange;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.NewSnapshot;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.TopologyRequirement;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.server.DriverEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The driver of a node with a pool `share-N` for each of several sources.
record NfsNode(LocalVolumes volumes, LocalPublishing publishing, PoolScratch scratch) {
    private static final VolumeCapability CAPABILITY = new VolumeCapability(
            new VolumeCapability.Use.FileSystem("", List.of(), ""), AccessMode.MULTI_NODE_MULTI_WRITER);

    static NfsNode start(PoolScratch scratch, String name, ShareSource... sources) throws CsiException, IOException {
        List<StoragePool> all = new ArrayList<>();
        Mounts mounts = scratch.mounts();
        Path data = scratch.directory("data-" + name);
        for (ShareSource source : sources) {
            String pool = "share-" + all.size();
            PoolSettings settings = new PoolSettings(
                    pool,
                    BackendKind.SHARED,
                    data.resolve("shares").resolve(pool),
                    Bytes.gibi(1),
                    1,
                    Bytes.mebi(1),
                    true,
                    false,
                    Optional.of(source),
                    Optional.empty());
            Pool opened = Pool.open(settings, mounts);
            opened.start();
            all.add(new StoragePool(opened, BackendFactory.open(opened, new DriverEnvironment(data, name, mounts))));
        }
        StoragePools storagePools = new StoragePools(all);
        EphemeralVolumes ephemeral = new EphemeralVolumes(
                storagePools,
                new InlineVolumePolicy(false, List.of("share-0"), Bytes.gibi(1), 1),
                new EphemeralRecords(data.resolve("ephemeral")));
        return new NfsNode(
                new LocalVolumes(storagePools, AttachmentCheck.ALWAYS),
                new LocalPublishing(
                        storagePools,
                        AttachmentCheck.ALWAYS,
                        new EphemeralCleanup(ephemeral, true),
                        new IoLimiter(data.resolve("io-limits"), data, scratch.mounts())),
                scratch);
    }

    Volume create(String name, Map<String, String> parameters) throws CsiException, IOException {
        return volumes.create(request(name, parameters));
    }

    private NewVolume request(String name, Map<String, String> parameters) {
        return new NewVolume(
                VolumeId.of(name),
                name,
                new CapacityRange(Bytes.mebi(16), Bytes.UNLIMITED),
                List.of(CAPABILITY),
                parameters,
                Map.of(),
                TopologyRequirement.NONE,
                Secrets.NONE);
    }

    LocalSnapshots snapshots() {
        return new LocalSnapshots(publishing.storagePools(), volumes);
    }

    Snapshot snapshot(Volume volume, String name, Map<String, String> parameters) throws CsiException, IOException {
        return snapshots()
                .createSnapshot(new NewSnapshot(
                        SnapshotId.of(name), name, volume.id(), parameters, TopologyRequirement.NONE, Secrets.NONE));
    }

    Volume restore(Snapshot snapshot, String name, Map<String, String> parameters) throws CsiException, IOException {
        return snapshots().restore(request(name, parameters), snapshot);
    }

    Volume copy(Volume volume, String name, Map<String, String> parameters) throws CsiException, IOException {
        return new LocalCloning(publishing.storagePools(), volumes).clone(request(name, parameters), volume.id());
    }

    Path publish(Volume volume, String pod) throws CsiException, IOException {
        return publish(volume, pod, CAPABILITY, false);
    }

    /// With the mount options of a PersistentVolume.
    Path publish(Volume volume, String pod, List<String> options) throws CsiException, IOException {
        VolumeCapability capability = new VolumeCapability(
                new VolumeCapability.Use.FileSystem("", options, ""), AccessMode.MULTI_NODE_MULTI_WRITER);
        return publish(volume, pod, capability, false);
    }

    /// As Kubernetes does for ReadOnlyMany.
    Path publishReadOnly(Volume volume, String pod) throws CsiException, IOException {
        VolumeCapability capability = new VolumeCapability(CAPABILITY.use(), AccessMode.MULTI_NODE_READER_ONLY);
        return publish(volume, pod, capability, true);
    }

    private Path publish(Volume volume, String pod, VolumeCapability capability, boolean readOnly)
            throws CsiException, IOException {
        Path target = scratch.target(pod);
        publishing.publish(new Publication(
                volume.id(), target, Optional.empty(), capability, readOnly, Map.of(), volume.context(), Secrets.NONE));
        return target;
    }

    Path unpublish(Volume volume, String pod) throws CsiException, IOException {
        publishing.unpublish(volume.id(), scratch.target(pod));
        return scratch.target(pod);
    }

    List<HealthProblem> health(Volume volume) throws CsiException, IOException {
        return new LocalHealth(publishing.storagePools(), publishing.ioLimiter()).health(volume.id(), Secrets.NONE);
    }
}
