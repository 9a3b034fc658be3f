package dev.stowage.driver.bind;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.quota.DirectoryQuota;
import dev.stowage.driver.quota.InodeLimit;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.quota.ProjectUsage;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Usage;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import dev.stowage.sdk.record.KillPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A backend whose volumes are plain directories. Their sizes are enforced where the file system has project quota.
public abstract class PlainDirectoryBackend extends BindBackend {
    private static final Logger log = LoggerFactory.getLogger(PlainDirectoryBackend.class);

    private final DirectoryQuota quota;
    private final Set<BackendCapability> always;

    /// @param always the capabilities that do not depend on the file system
    protected PlainDirectoryBackend(
            PoolDirectory folder, Mounts mounts, DirectoryQuota quota, Set<BackendCapability> always) {
        super(folder, mounts);
        this.quota = quota;
        this.always = always;
    }

    @Override
    public Set<BackendCapability> capabilities() {
        Set<BackendCapability> all = EnumSet.copyOf(always);
        if (quota.isEnforced()) {
            all.add(BackendCapability.HARD_SIZE);
        }
        return all;
    }

    @Override
    protected void requirePool() throws CsiException, IOException {
        super.requirePool();
        refreshQuota();
    }

    /// A file system that does not answer this does not answer the call either, which then reports it.
    protected final void refreshQuota() {
        try {
            quota.refresh();
        } catch (IOException e) {
            log.debug(
                    "Cannot find out whether the pool at {} has quota: {}",
                    directory().root(),
                    e.getMessage());
        }
    }

    /// The file system may have been mounted without quota since the request was checked.
    @Override
    public void create(VolumeMeta wanted, Optional<VolumeSource> source, NewVolume request)
            throws CsiException, IOException {
        requirePool();
        SizeEnforcement.of(this).check(request.parameters());
        create(wanted, source);
    }

    @Override
    public void create(VolumeMeta wanted, Optional<VolumeSource> source) throws CsiException, IOException {
        if (source.isPresent()) {
            throw CsiException.unimplemented("volumes of this pool are plain directories, which do not support copies");
        }
        requirePool();
        createData(wanted, DATA_MODE);
    }

    protected final void createData(VolumeMeta wanted, int mode) throws CsiException, IOException {
        quota.create(wanted, () -> {
            Path own = directory().of(wanted.id());
            Directories.ensure(own);
            KillPoint.pass();
            Directories.ensure(own.resolve(DATA), mode);
            KillPoint.pass();
            return own.resolve(DATA);
        });
        directory().write(wanted);
    }

    @Override
    protected void removeData(VolumeId id) throws IOException {
        // Deleted with the directory.
    }

    @Override
    protected final void removed(VolumeId id) throws IOException {
        quota.release(id);
    }

    /// Nothing is reserved. The limit grows first, as a volume whose record has the new size is not expanded again.
    @Override
    public final boolean expand(VolumeMeta volume, Bytes size) throws CsiException, IOException {
        requirePool();
        quota.expand(volume, size);
        directory().write(volume.size(size));
        return false;
    }

    @Override
    public final Set<String> limits() {
        return quota.isPossible() ? Set.of(InodeLimit.KEY) : Set.of();
    }

    @Override
    public final void checkSettings(Map<String, String> settings) throws CsiException {
        VolumeLabels.check(settings, limits());
        InodeLimit.check(settings);
    }

    /// The limit changes first: the start sets it to what is recorded, whatever a killed process left.
    @Override
    public final void modify(VolumeMeta volume, Map<String, String> settings) throws CsiException, IOException {
        requirePool();
        Map<String, String> now = VolumeLabels.merged(volume.settings(), settings);
        quota.modify(volume, now);
        directory().write(volume.settings(now));
    }

    /// Without a limit, usage of the whole file system, because the workload can fill all of it.
    @Override
    public final Usage usage(VolumeMeta volume, Path path) throws CsiException, IOException {
        requirePool();
        requirePublished(volume, path);
        FileSystems.Stats stats = FileSystems.stats(path);
        Optional<ProjectUsage> limited = quota.usage(volume.id());
        if (limited.isPresent()) {
            return usage(limited.get());
        }
        Usage.Amount bytes = new Usage.Amount(stats.totalBytes(), stats.usedBytes(), stats.availableBytes());
        Optional<Usage.Amount> inodes = stats.inodes() == 0
                ? Optional.empty()
                : Optional.of(new Usage.Amount(stats.inodes(), stats.usedInodes(), stats.freeInodes()));
        return new Usage(bytes, inodes);
    }

    /// The disk can be full before the volume is.
    private Usage usage(ProjectUsage project) throws IOException {
        FileSystems.Stats pool = FileSystems.stats(directory().root());
        long free = Math.min(Math.max(project.limit() - project.bytes(), 0), pool.availableBytes());
        return new Usage(new Usage.Amount(project.limit(), project.bytes(), free), Optional.of(inodes(project, pool)));
    }

    private static Usage.Amount inodes(ProjectUsage project, FileSystems.Stats pool) {
        if (project.inodeLimit() == 0) {
            return new Usage.Amount(project.inodes() + pool.freeInodes(), project.inodes(), pool.freeInodes());
        }
        long free = Math.min(Math.max(project.inodeLimit() - project.inodes(), 0), pool.freeInodes());
        return new Usage.Amount(project.inodeLimit(), project.inodes(), free);
    }

    @Override
    protected final List<HealthProblem> furtherProblems(VolumeMeta volume) throws CsiException, IOException {
        try (Descriptor found = find(volume.id());
                Descriptor data = Descriptor.openDirectory(found.path())) {
            return quota.problems(volume, data);
        }
    }

    /// Without quota there is nothing to repair, and the server of a share is not contacted.
    @Override
    public final void recover() throws IOException {
        if (!quota.isEnforced()) {
            return;
        }
        try {
            requirePool();
            quota.recover();
        } catch (CsiException e) {
            log.warn("Skipping repairs in the pool at {}: {}", directory().root(), e.getMessage());
        }
    }
}
