package dev.stowage.driver.quota;

import static java.util.Objects.requireNonNull;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.directory.DirectoryBackend;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.quota.ProjectQuota;
import dev.stowage.linux.quota.ProjectUsage;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A pool of directories on a file system with project quota, for one test.
final class QuotaPool implements BeforeEachCallback, AfterEachCallback {
    private final QuotaDisk kind;
    private @Nullable ScratchDirectory scratch;
    private @Nullable Path disk;

    QuotaPool(QuotaDisk kind) {
        this.kind = kind;
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        scratch = ScratchDirectory.make();
        disk = kind.mount(scratch);
    }

    ScratchDirectory scratch() {
        return requireNonNull(scratch, "used outside a test");
    }

    Path disk() {
        return requireNonNull(disk, "used outside a test");
    }

    PoolDirectory directory() throws IOException {
        return directory("pool");
    }

    PoolDirectory directory(String name) throws IOException {
        PoolDirectory pool = new PoolDirectory(disk().resolve(name));
        pool.ensure();
        return pool;
    }

    DirectoryBackend backend() throws IOException {
        return new DirectoryBackend(directory(), Mounts.system());
    }

    static VolumeMeta volume(String name, Bytes size) {
        return new VolumeMeta(VolumeId.of(name), BackendKind.DIRECTORY, size, "", false, false, false, false, Map.of());
    }

    static Publication publication(VolumeMeta volume, Path target) {
        VolumeCapability.Use use = new VolumeCapability.Use.FileSystem("", List.of(), "");
        VolumeCapability capability = new VolumeCapability(use, AccessMode.SINGLE_NODE_WRITER);
        return new Publication(
                volume.id(), target, Optional.empty(), capability, false, Map.of(), Map.of(), new Secrets(Map.of()));
    }

    Path data(VolumeMeta volume) throws IOException {
        return directory().of(volume.id()).resolve("data");
    }

    /// Mounts the file system again, as an operator does.
    void remount(String options) throws IOException {
        Path device = Path.of(Mounts.system().at(disk()).orElseThrow().source());
        Mounts.system().unmount(disk());
        Path ignored = kind.mount(device, disk(), options);
    }

    /// Writes until the volume is full, as a container does: without CAP_SYS_RESOURCE. Returns how much was written.
    static long fill(Path file) throws IOException {
        try {
            String ignored = CommandRunner.run(
                    Duration.ofSeconds(60),
                    List.of(
                            "setpriv",
                            "--bounding-set",
                            "-sys_resource",
                            "dd",
                            "if=/dev/zero",
                            "of=" + file,
                            "bs=64k",
                            "count=8192",
                            "conv=fsync"));
        } catch (CommandFailedException e) {
            return Files.size(file);
        }
        throw new IOException("nothing stopped the writer of " + file);
    }

    ProjectUsage entry(long project) throws IOException {
        try (Descriptor root = Descriptor.openDirectory(disk())) {
            return ProjectQuota.usage(root, project);
        }
    }

    long project(VolumeMeta volume) throws IOException {
        return new ProjectNotes(directory().root())
                .find(volume.id())
                .orElseThrow()
                .project();
    }

    /// All projects of the file system with files or limits.
    List<ProjectUsage> used() throws IOException {
        List<ProjectUsage> all = new ArrayList<>();
        try (Descriptor root = Descriptor.openDirectory(disk())) {
            Optional<ProjectUsage> next = ProjectQuota.nextUsed(root, 1);
            while (next.isPresent()) {
                all.add(next.get());
                next = ProjectQuota.nextUsed(root, next.get().id() + 1);
            }
        }
        return all;
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        if (scratch != null) {
            scratch.close();
        }
    }
}
