package dev.stowage.sdk.server;

import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.AvailableCapacity;
import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.Capacity;
import dev.stowage.sdk.CapacityQuery;
import dev.stowage.sdk.ControllerVolumeHealth;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.ExpandRequest;
import dev.stowage.sdk.ExpandResult;
import dev.stowage.sdk.GroupSnapshot;
import dev.stowage.sdk.GroupSnapshots;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.NewGroupSnapshot;
import dev.stowage.sdk.NewSnapshot;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.NodeExpandRequest;
import dev.stowage.sdk.NodeExpansion;
import dev.stowage.sdk.NodeStorageHealth;
import dev.stowage.sdk.NodeVolumeHealth;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.Publishing;
import dev.stowage.sdk.ReadinessProbe;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.SnapshotMetadata;
import dev.stowage.sdk.Snapshots;
import dev.stowage.sdk.Stage;
import dev.stowage.sdk.Staging;
import dev.stowage.sdk.StorageProblem;
import dev.stowage.sdk.Usage;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeCloning;
import dev.stowage.sdk.VolumeExpansion;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeModification;
import dev.stowage.sdk.VolumeStats;
import dev.stowage.sdk.Volumes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Together with [LinkAttachments] it has every role, with directories for volumes and copies for snapshots.
final class AllRolesDriver
        implements Volumes,
                VolumeCloning,
                Snapshots,
                GroupSnapshots,
                VolumeExpansion,
                NodeExpansion,
                Staging,
                Publishing,
                VolumeStats,
                ControllerVolumeHealth,
                NodeVolumeHealth,
                NodeStorageHealth,
                VolumeModification,
                SnapshotMetadata,
                Capacity,
                ReadinessProbe {

    private static final long BLOCK = 1 << 20;

    private final Path volumes;
    private final Path snapshots;
    private final LinkAttachments attachments;
    private final Mounts mounts;

    AllRolesDriver(Path data, LinkAttachments attachments, Mounts mounts) throws IOException {
        this.volumes = data.resolve("volumes");
        this.snapshots = data.resolve("snapshots");
        this.attachments = attachments;
        this.mounts = mounts;
        Directories.ensure(volumes);
        Directories.ensure(snapshots);
    }

    @Override
    public Volume create(NewVolume wanted) throws IOException {
        Files.createDirectory(
                volumes.resolve(wanted.id().value())); // fails on leftovers: the SDK guarantees that there are none
        return Volume.of(wanted.id()).capacity(wanted.atLeast()).context(Map.of("made-by", "everything"));
    }

    @Override
    public void delete(VolumeId id, Secrets secrets) throws CsiException, IOException {
        if (!attachments.attachedTo(id).isEmpty()) {
            throw CsiException.failedPrecondition("volume " + id + " is attached");
        }
        Directories.removeTree(volumes, id.value());
    }

    @Override
    public Volume clone(NewVolume wanted, VolumeId source) throws IOException {
        Volume made = create(wanted);
        copy(volumes.resolve(source.value()), volumes.resolve(wanted.id().value()));
        return made;
    }

    @Override
    public Volume restore(NewVolume wanted, Snapshot from) throws IOException {
        Volume made = create(wanted);
        copy(snapshots.resolve(from.id().value()), volumes.resolve(wanted.id().value()));
        return made.capacity(wanted.atLeast().isZero() ? from.size() : wanted.atLeast());
    }

    @Override
    public Snapshot createSnapshot(NewSnapshot wanted) throws IOException {
        return take(wanted.id(), wanted.of(), Instant.now()).ready(false); // ready when it is asked about again
    }

    @Override
    public Snapshot refresh(Snapshot known) {
        return known.ready(true);
    }

    @Override
    public void deleteSnapshot(SnapshotId id, Secrets secrets) throws IOException {
        Directories.removeTree(snapshots, id.value());
    }

    @Override
    public GroupSnapshot createGroupSnapshot(NewGroupSnapshot wanted) throws IOException {
        Instant now = Instant.now();
        List<Snapshot> members = new ArrayList<>();
        for (Map.Entry<VolumeId, SnapshotId> member : wanted.members().entrySet()) {
            members.add(take(member.getValue(), member.getKey(), now));
        }
        return new GroupSnapshot(wanted.id(), members, now);
    }

    private Snapshot take(SnapshotId id, VolumeId of, Instant now) throws IOException {
        Path copy = snapshots.resolve(id.value());
        Files.createDirectory(copy);
        copy(volumes.resolve(of.value()), copy);
        return Snapshot.of(id, of, Bytes.mebi(64), now);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> tree = Files.walk(from)) {
            for (Path source : tree.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(source));
                Files.createDirectories(target.getParent());
                Files.copy(source, target);
            }
        }
    }

    @Override
    public ExpandResult expand(ExpandRequest wanted) {
        Bytes now = wanted.volume().capacity();
        return new ExpandResult(
                now.isLessThan(wanted.size().atLeast()) ? wanted.size().atLeast() : now, true);
    }

    @Override
    public Bytes expandOnNode(NodeExpandRequest wanted) {
        return wanted.size().atLeast();
    }

    @Override
    public void stage(Stage wanted) throws CsiException, IOException {
        if (!Files.isDirectory(volumes.resolve(wanted.volume().value()))) {
            throw CsiException.notFound("volume " + wanted.volume() + " does not exist");
        }
        if (mounts.at(wanted.path()).isEmpty()) {
            Directories.ensure(wanted.path());
            mounts.bind(volumes.resolve(wanted.volume().value()), wanted.path(), false);
        }
    }

    @Override
    public void unstage(VolumeId volume, Path path) throws IOException {
        mounts.release(path);
    }

    @Override
    public void publish(Publication wanted) throws CsiException, IOException {
        if (!Files.isDirectory(volumes.resolve(wanted.volume().value()))) {
            throw CsiException.notFound("volume " + wanted.volume() + " does not exist");
        }
        Path staged = wanted.stagedAt().orElseThrow();
        if (mounts.at(staged).isEmpty()) {
            throw CsiException.failedPrecondition("volume " + wanted.volume() + " is not staged at " + staged);
        }
        if (mounts.at(wanted.target()).isEmpty()) {
            Directories.ensure(wanted.target());
            mounts.bind(staged, wanted.target(), wanted.readOnly());
        }
    }

    @Override
    public void unpublish(VolumeId volume, Path target) throws IOException {
        mounts.release(target);
    }

    @Override
    public Set<AccessMode> accessModes() {
        return Set.of(AccessMode.values());
    }

    @Override
    public Usage stats(VolumeId volume, Path path) throws IOException {
        var stats = FileSystems.stats(path);
        return new Usage(
                new Usage.Amount(stats.totalBytes(), stats.usedBytes(), stats.availableBytes()),
                Optional.of(new Usage.Amount(stats.inodes(), stats.usedInodes(), stats.freeInodes())));
    }

    @Override
    public List<HealthProblem> health(VolumeId volume, Secrets secrets) {
        return Files.isDirectory(volumes.resolve(volume.value()))
                ? List.of()
                : List.of(new HealthProblem(HealthProblem.Kind.DATA_LOSS, "DirectoryMissing", "its directory is gone"));
    }

    @Override
    public List<HealthProblem> healthOnNode(VolumeId volume, Optional<Path> publishedAt, Optional<Path> stagedAt)
            throws CsiException {
        if (!Files.isDirectory(volumes.resolve(volume.value()))) {
            throw CsiException.notFound("volume " + volume + " does not exist");
        }
        return List.of();
    }

    @Override
    public List<StorageProblem> storageHealth(Secrets secrets) {
        return List.of();
    }

    @Override
    public void modify(VolumeId volume, Map<String, String> mutableParameters, Secrets secrets) throws IOException {
        Files.setLastModifiedTime(volumes.resolve(volume.value()), FileTime.from(Instant.EPOCH));
    }

    @Override
    public void checkMutable(Map<String, String> mutableParameters) throws CsiException {
        if (!Set.of("colour").containsAll(mutableParameters.keySet())) {
            throw CsiException.invalidArgument("only the colour can be modified, not " + mutableParameters.keySet());
        }
    }

    @Override
    public BlockRanges allocated(Snapshot of, long startingOffset, Secrets secrets) {
        return every(3, of);
    }

    @Override
    public BlockRanges changed(Snapshot base, Snapshot target, long startingOffset, Secrets secrets) {
        return base.equals(target) ? new BlockRanges(true, target.size(), Stream.empty()) : every(7, target);
    }

    /// Every n-th block; the SDK skips those before the starting offset.
    private static BlockRanges every(int nth, Snapshot of) {
        return new BlockRanges(
                true,
                of.size(),
                LongStream.range(0, of.size().count() / BLOCK)
                        .filter(block -> block % nth == 0)
                        .mapToObj(block -> new BlockRange(block * BLOCK, BLOCK)));
    }

    @Override
    public AvailableCapacity available(CapacityQuery query) throws IOException {
        return new AvailableCapacity(Bytes.of(FileSystems.free(volumes)), Bytes.gibi(100), Bytes.of(1));
    }

    @Override
    public boolean ready() {
        return true;
    }
}
