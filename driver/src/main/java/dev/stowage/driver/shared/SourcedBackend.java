package dev.stowage.driver.shared;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.BindPublisher;
import dev.stowage.driver.bind.SizeEnforcement;
import dev.stowage.driver.quota.DirectoryQuota;
import dev.stowage.driver.share.NfsAttributes;
import dev.stowage.driver.share.Share;
import dev.stowage.driver.share.ShareSource;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Volumes on a share that the driver mounts. Unlike on a share of the administrator, a storage class can choose the
/// directory of a volume, its permissions, and what happens to it in the end.
public final class SourcedBackend extends SharedBackend {
    private final ShareSource source;
    private final SubDirectories subDirectories;
    private final VolumeUsers users;
    private final VolumeTrees trees;
    private final Publications publications;
    private final ShareSnapshots snapshots;

    /// @param notes directory of this node for this pool
    /// @param node the id of this node
    /// @param freed receives the size of a snapshot that could not be completed: its space is free again
    public SourcedBackend(
            PoolDirectory folder, Path notes, Mounts mounts, Share share, String node, Consumer<Bytes> freed) {
        super(folder, notes.resolve("share.json"), mounts, DirectoryQuota.none(folder));
        this.source = share.source();
        this.subDirectories = new SubDirectories(folder);
        this.users = new VolumeUsers(folder);
        this.trees = new VolumeTrees(folder, subDirectories, users);
        this.publications = new Publications(notes.resolve("published"), node, users, mounts);
        this.snapshots = new ShareSnapshots(folder, notes.resolve("copies"), trees, share, freed);
    }

    @Override
    public Set<BackendCapability> capabilities() {
        Set<BackendCapability> all = EnumSet.copyOf(super.capabilities());
        all.add(BackendCapability.SNAPSHOT);
        all.add(BackendCapability.CLONE);
        return all;
    }

    @Override
    public Set<String> parameters() {
        return ShareVolume.PARAMETERS;
    }

    @Override
    public void checkParameters(NewVolume request) throws CsiException {
        if (!source.matches(request.parameters())) {
            throw CsiException.invalidArgument(
                    "parameters server and share name another share than that of the pool, %s".formatted(source));
        }
        ShareVolume ignored = ShareVolume.of(request, DATA_MODE);
        var _ = VolumeTrees.mayBeWritten(request.parameters());
    }

    @Override
    public Map<String, String> context(NewVolume request) throws CsiException {
        Map<String, String> context = new LinkedHashMap<>(source.context());
        Optional<SubDirectory> chosen = ShareVolume.of(request, DATA_MODE).subDirectory();
        chosen.ifPresent(one -> context.put(ShareVolume.SUB_DIRECTORY, one.path()));
        return context;
    }

    @Override
    public void create(VolumeMeta wanted, Optional<VolumeSource> from, NewVolume request)
            throws CsiException, IOException {
        if (from.isPresent()) {
            createFrom(from.get(), wanted, request);
            return;
        }
        ShareVolume volume = ShareVolume.of(request, DATA_MODE);
        requirePool();
        SizeEnforcement.of(this).check(request.parameters());
        if (volume.subDirectory().isPresent()) {
            SubDirectory chosen = volume.subDirectory().get();
            subDirectories.create(wanted.id(), chosen, volume.mode(), volume.onDelete());
            directory().write(wanted);
        } else {
            createData(wanted, volume.mode());
        }
    }

    private void createFrom(VolumeSource from, VolumeMeta wanted, NewVolume request) throws CsiException, IOException {
        ShareVolume volume = ShareVolume.of(request, DATA_MODE);
        requirePool();
        if (from instanceof VolumeSource.OfVolume(VolumeId original)) {
            refuseWholeShare(original);
        }
        Path own = directory().of(wanted.id());
        Directories.ensure(own);
        if (from instanceof VolumeSource.OfVolume(VolumeId original)
                && !VolumeTrees.mayBeWritten(request.parameters())) {
            trees.hold(original, own);
        }
        try (Descriptor data = open(from)) {
            trees.copy(data, own, new CopyReport("volume " + wanted.id()));
        }
        trees.release(own);
        if (volume.subDirectory().isPresent()) {
            subDirectories.place(wanted.id(), volume.subDirectory().get(), volume.onDelete());
        }
        directory().write(wanted);
    }

    /// The copy would be in it.
    private void refuseWholeShare(VolumeId id) throws CsiException, IOException {
        if (subDirectories.find(id).filter(one -> one.subDirectory().isRoot()).isPresent()) {
            throw CsiException.invalidArgument(
                    "volume %s is the whole share, which cannot be copied; give it a subDir".formatted(id.handle()));
        }
    }

    private Descriptor open(VolumeSource from) throws IOException {
        return switch (from) {
            case VolumeSource.OfVolume(VolumeId id) -> trees.open(id);
            case VolumeSource.OfSnapshot(SnapshotId id) -> trees.open(id);
        };
    }

    /// Other nodes learn of a publication for writing from its mark on the share.
    @Override
    protected void publish(Descriptor data, Publication wanted) throws CsiException, IOException {
        Publication checked =
                new SharePublication(source, mounts()).checked(wanted, subDirectories.find(wanted.volume()), data);
        if (wanted.readOnly()) {
            super.publish(data, checked);
        } else {
            SharePublication.applyPermissions(wanted, data);
            publications.publish(wanted.volume(), wanted.target(), () -> super.publish(data, checked));
        }
    }

    /// Removes the marks of publications of this node that have ended.
    void sweep() throws IOException {
        publications.sweep();
    }

    /// Continues what an earlier process began. The share answers when this is called.
    void resume() throws CsiException, IOException {
        requirePool();
        publications.sweep();
        snapshots.resume();
    }

    /// Whether handle or context name a directory of this share; does not contact the server.
    boolean isForeign(VolumeId id, Map<String, String> context) throws CsiException {
        return ForeignVolume.of(source, id, context).isPresent();
    }

    /// A directory that this driver did not create. It is a volume of this driver from now on.
    @Override
    public Optional<VolumeMeta> adopt(VolumeId id, Map<String, String> context) throws CsiException, IOException {
        Optional<ForeignVolume> foreign = ForeignVolume.of(source, id, context);
        if (foreign.isEmpty()) {
            return Optional.empty();
        }
        requirePool();
        SubDirectory place = foreign.get().directory();
        if (!subDirectories.adopt(id, place, foreign.get().onDelete())) {
            if (NfsAttributes.of(context).isEmpty()) {
                return Optional.empty(); // it is deleted already
            }
            throw CsiException.notFound("the directory %s of volume %s does not exist on share %s; create it"
                    .formatted(place.path(), id.handle(), source));
        }
        VolumeMeta volume = new VolumeMeta(id, BackendKind.SHARED, Bytes.ZERO, "", false, false, true, false, Map.of());
        directory().write(volume);
        return Optional.of(volume);
    }

    boolean hasUnfinished() {
        return snapshots.hasUnfinished();
    }

    @Override
    public List<SnapshotMeta> takeSnapshots(Map<VolumeMeta, SnapshotId> wanted, Map<String, String> parameters)
            throws CsiException, IOException {
        requirePool();
        for (VolumeMeta volume : wanted.keySet()) {
            refuseWholeShare(volume.id());
        }
        publications.sweep();
        return snapshots.take(wanted, parameters);
    }

    /// Waits a moment for copies that may be short.
    void await(List<SnapshotMeta> snapshots, Duration most) {
        this.snapshots.await(snapshots, most);
    }

    /// What is known of them now.
    List<SnapshotMeta> reread(List<SnapshotMeta> snapshots) throws IOException {
        List<SnapshotMeta> now = new ArrayList<>();
        for (SnapshotMeta one : snapshots) {
            now.add(directory().find(one.id()).orElse(one));
        }
        return now;
    }

    @Override
    public boolean deleteSnapshot(SnapshotId id) throws CsiException, IOException {
        requirePool();
        return snapshots.delete(id);
    }

    @Override
    protected Descriptor find(VolumeId id) throws IOException {
        Optional<ShareVolumeRecord> recorded = subDirectories.find(id);
        return recorded.isPresent() ? subDirectories.open(recorded.get().subDirectory()) : super.find(id);
    }

    @Override
    protected void refuseOtherUse(VolumeId id, BindPublisher publisher) throws CsiException, IOException {
        users.refuseHeld(id);
        snapshots.refuseWhileCopied(id);
        Optional<ShareVolumeRecord> recorded = subDirectories.find(id);
        if (recorded.isPresent()
                && recorded.get().complete()
                && !recorded.get().subDirectory().isRoot()) { // the root stays
            try (Descriptor data = subDirectories.open(recorded.get().subDirectory())) {
                publisher.refuseWhenUsed(id, data);
            } catch (LinuxException e) {
                if (e.errno() != Errno.ENOENT) { // removed by an interrupted call, or by a user
                    throw e;
                }
            }
        }
    }

    @Override
    protected void removeData(VolumeId id) throws IOException {
        trees.release(directory().of(id)); // of a copy that was interrupted
        subDirectories.remove(id);
    }
}
