package dev.stowage.driver.quota;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.pool.PoolLock;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountTable;
import dev.stowage.linux.quota.InodeProject;
import dev.stowage.linux.quota.OtherProjects;
import dev.stowage.linux.quota.ProjectQuota;
import dev.stowage.linux.quota.ProjectUsage;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.KillPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The sizes of a pool's volumes, and their numbers of inodes, as limits of projects, where the file system is mounted
/// with project quota. Elsewhere,
/// and for volumes from before, it does nothing. Safe for several threads and processes.
public final class DirectoryQuota {
    private static final Logger log = LoggerFactory.getLogger(DirectoryQuota.class);
    private static final Set<String> LOCAL = Set.of("xfs", "ext4");
    /// How many files a health check reads.
    private static final int SEARCHED = 256;

    private final PoolDirectory folder;
    private final ProjectNotes notes;
    private final boolean isPossible;
    private volatile boolean enforced;

    private DirectoryQuota(PoolDirectory folder, boolean isPossible) {
        this.folder = folder;
        this.notes = new ProjectNotes(folder.root());
        this.isPossible = isPossible;
    }

    /// Where workloads can write at the root of the pool, so that nothing there may be taken for a note, and no file
    /// system is local.
    public static DirectoryQuota none(PoolDirectory folder) {
        return new DirectoryQuota(folder, false);
    }

    /// Contacts no server: only the directory of a local file system is opened here.
    public static DirectoryQuota of(PoolDirectory folder) {
        DirectoryQuota quota = new DirectoryQuota(folder, true);
        try {
            Optional<MountPoint> mount =
                    MountTable.read().covering(folder.root().toAbsolutePath().normalize());
            if (mount.isPresent() && LOCAL.contains(mount.get().fsType())) {
                quota.refresh();
            }
        } catch (IOException e) {
            log.debug("Cannot find out whether the pool at {} has quota yet: {}", folder.root(), e.getMessage());
        }
        return quota;
    }

    /// Creates the directory that is limited.
    @FunctionalInterface
    public interface Creation {
        Path run() throws IOException;
    }

    /// Whether the pool is where there can be quota at all.
    public boolean isPossible() {
        return isPossible;
    }

    /// As found by [#refresh].
    public boolean isEnforced() {
        return enforced;
    }

    /// Finds out whether sizes are enforced now: a file system can be mounted again with other options.
    public void refresh() throws IOException {
        if (!isPossible) {
            return;
        }
        try (Descriptor root = Descriptor.openDirectory(folder.root())) {
            boolean now = ProjectQuota.state(root) == ProjectQuota.State.ENFORCED && !isLimitedByOthers(root);
            if (now && !enforced) {
                log.info("Sizes of volumes in the pool at {} are enforced by project quota.", folder.root());
            }
            enforced = now;
        }
    }

    /// A directory in the project of an operator has a limit of its own, which volumes in other projects would escape.
    private static boolean isLimitedByOthers(Descriptor root) throws IOException {
        return InodeProject.of(root).id() != 0;
    }

    /// Creates the directory of a volume, with its size and its number of inodes as limits.
    ///
    /// @throws CsiException FAILED_PRECONDITION when the project ids of the pool belong to others;
    ///     INVALID_ARGUMENT when the volume is to have a limit of inodes and there is no quota
    public void create(VolumeMeta wanted, Creation creation) throws CsiException, IOException {
        if (!enforced) {
            InodeLimit.of(wanted.settings()).refuse("the pool at %s has no project quota".formatted(folder.root()));
            Path ignored = creation.run();
            return;
        }
        // Held until the directory exists: a note without one is taken for a leftover.
        try (PoolLock _ = PoolLock.take(folder.root());
                Descriptor root = Descriptor.openDirectory(folder.root())) {
            ProjectRange range = new RangeClaim(notes, root).require();
            ProjectNote note = new ProjectAllotment(notes, root, range).noteOf(wanted.id());
            ProjectQuota.limit(
                    root,
                    note.project(),
                    wanted.size().count(),
                    InodeLimit.of(wanted.settings()).most());
            KillPoint.pass();
            try (Descriptor data = Descriptor.openDirectory(creation.run())) {
                InodeProject.assign(data, note.project());
            }
            KillPoint.pass();
        }
    }

    private Optional<ProjectNote> note(VolumeId id) throws IOException {
        return isPossible ? notes.find(id) : Optional.empty();
    }

    /// Sets the size of a volume that has limits.
    public void expand(VolumeMeta volume, Bytes size) throws CsiException, IOException {
        Optional<ProjectNote> note = note(volume.id());
        if (note.isPresent()) {
            change("expand", volume.size(size), note.get());
        }
    }

    /// Sets the number of inodes that the settings say, also while the volume is in use.
    ///
    /// @throws CsiException INVALID_ARGUMENT when the volume is to have a limit of inodes and is in no project
    public void modify(VolumeMeta volume, Map<String, String> settings) throws CsiException, IOException {
        InodeLimit wanted = InodeLimit.of(settings);
        if (wanted.equals(InodeLimit.of(volume.settings()))) {
            return; // labels can be changed without quota
        }
        Optional<ProjectNote> note = note(volume.id());
        if (note.isEmpty()) {
            wanted.refuse("volume %s was created without project quota".formatted(volume.id()));
        } else {
            change("modify", volume.settings(settings), note.get());
        }
    }

    private void change(String verb, VolumeMeta now, ProjectNote note) throws CsiException, IOException {
        if (!enforced) {
            throw CsiException.failedPrecondition(
                    ("cannot %s volume %s: its limits are a project quota, and the file system at %s is mounted without"
                                    + " it; mount it with prjquota")
                            .formatted(verb, now.id(), folder.root()));
        }
        try (Descriptor root = Descriptor.openDirectory(folder.root())) {
            limit(root, new RangeClaim(notes, root).require(), note, now);
        }
        KillPoint.pass();
    }

    private static void limit(Descriptor root, ProjectRange range, ProjectNote note, VolumeMeta volume)
            throws IOException {
        if (range.contains(note.project()) && !isLimited(ProjectQuota.usage(root, note.project()), volume)) {
            ProjectQuota.limit(
                    root,
                    note.project(),
                    volume.size().count(),
                    InodeLimit.of(volume.settings()).most());
        }
    }

    private static boolean isLimited(ProjectUsage project, VolumeMeta volume) {
        return project.limit() == volume.size().count()
                && project.inodeLimit() == InodeLimit.of(volume.settings()).most();
    }

    /// What the volume uses, if that is limited.
    public Optional<ProjectUsage> usage(VolumeId id) throws IOException {
        Optional<ProjectNote> note = enforced ? notes.find(id) : Optional.empty();
        if (note.isEmpty()) {
            return Optional.empty();
        }
        try (Descriptor root = Descriptor.openDirectory(folder.root())) {
            return Optional.of(ProjectQuota.usage(root, note.get().project())).filter(usage -> usage.limit() != 0);
        }
    }

    /// Removes the limit of a volume whose directory is removed.
    public void release(VolumeId id) throws IOException {
        if (note(id).isPresent()) {
            try (PoolLock _ = PoolLock.take(folder.root());
                    Descriptor root = Descriptor.openDirectory(folder.root())) {
                Optional<ProjectNote> note = notes.find(id);
                if (note.isPresent()) {
                    release(root, new RangeClaim(notes, root).require(), note.get());
                }
            } catch (CsiException e) {
                log.warn("Leaving the limit of deleted volume {}: {}", id, e.getMessage());
            } catch (LinuxException e) {
                if (!ProjectQuota.isOff(e)) {
                    throw e;
                }
                log.info("The limit of deleted volume {} is removed when project quota is on again.", id);
            }
        }
    }

    private void release(Descriptor root, ProjectRange range, ProjectNote note) throws IOException {
        if (range.contains(note.project())) {
            ProjectQuota.limit(root, note.project(), 0, 0);
        }
        notes.remove(note);
    }

    /// Completes what a killed process left: limits are the recorded ones, and volumes that are gone have none.
    public void recover() throws CsiException, IOException {
        if (!enforced || notes.range().isEmpty()) {
            return;
        }
        try (PoolLock _ = PoolLock.take(folder.root());
                Descriptor root = Descriptor.openDirectory(folder.root())) {
            ProjectRange range = new RangeClaim(notes, root).require();
            for (ProjectNote note : notes.all()) {
                Optional<VolumeMeta> volume = folder.find(note.volume());
                if (volume.isEmpty()) {
                    volume = folder.received().find(note.volume()); // a copy from another node
                }
                if (volume.isPresent()) {
                    limit(root, range, note, volume.get());
                } else if (!exists(folder, note.volume()) && !exists(folder.received(), note.volume())) {
                    log.info("Removing the limit of volume {}, which does not exist.", note.volume());
                    release(root, range, note);
                }
            }
        }
    }

    private static boolean exists(PoolDirectory place, VolumeId id) {
        return Files.exists(place.of(id), LinkOption.NOFOLLOW_LINKS);
    }

    /// What keeps the size of a volume from being enforced.
    ///
    /// @param data the open directory of the volume
    public List<HealthProblem> problems(VolumeMeta volume, Descriptor data) throws IOException {
        Optional<ProjectNote> found = note(volume.id());
        if (found.isEmpty()) {
            return List.of();
        }
        ProjectNote note = found.get();
        if (!enforced) {
            return List.of(QuotaProblem.off(volume.id()));
        }
        List<HealthProblem> problems = new ArrayList<>();
        if (!isLimited(ProjectQuota.usage(data, note.project()), volume)) {
            problems.add(QuotaProblem.otherLimit(volume));
        }
        InodeProject project = InodeProject.of(data);
        if (project.id() != note.project() || !project.isInherited()) {
            problems.add(QuotaProblem.lost(note));
        } else if (OtherProjects.exist(data, note.project(), SEARCHED)) {
            problems.add(QuotaProblem.others(note));
        }
        return problems;
    }
}
