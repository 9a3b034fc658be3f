package dev.stowage.driver.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.SizeEnforcement;
import dev.stowage.driver.directory.DirectoryBackend;
import dev.stowage.driver.shared.SharedBackend;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.quota.InodeProject;
import dev.stowage.linux.quota.ProjectQuota;
import dev.stowage.linux.quota.ProjectUsage;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What holds on every file system with project quota.
@Tag("lab")
abstract class AbstractQuotaTest {
    private static final Bytes SIZE = Bytes.mebi(16);
    private static final Bytes MORE = Bytes.mebi(32);
    private static final VolumeMeta VOLUME = QuotaPool.volume("v", SIZE);
    private static final VolumeMeta OTHER = QuotaPool.volume("other", SIZE);
    private static final long FOREIGN = 4711;

    @RegisterExtension
    final QuotaPool pool = new QuotaPool(disk());

    abstract QuotaDisk disk();

    @Test
    void aWriterIsStoppedAtTheSizeAndGoesOnAfterGrowth() throws Exception {
        DirectoryBackend backend = pool.backend();
        backend.create(VOLUME, Optional.empty());

        assertFilled(QuotaPool.fill(pool.data(VOLUME).resolve("file")), SIZE);

        assertThat(backend.expand(VOLUME, MORE)).isFalse();
        assertFilled(QuotaPool.fill(pool.data(VOLUME).resolve("file")), MORE);
        assertThat(pool.directory().find(VOLUME.id()).orElseThrow().size()).isEqualTo(MORE);
    }

    @Test
    void aFullVolumeLeavesTheOthersTheirSpace() throws Exception {
        DirectoryBackend backend = pool.backend();
        backend.create(VOLUME, Optional.empty());
        backend.create(OTHER, Optional.empty());
        assertThat(pool.project(VOLUME)).isNotEqualTo(pool.project(OTHER));

        long ignored = QuotaPool.fill(pool.data(VOLUME).resolve("file"));

        assertFilled(QuotaPool.fill(pool.data(OTHER).resolve("deep")), SIZE);
    }

    @Test
    void directoriesOfTheWorkloadAreLimitedToo() throws Exception {
        pool.backend().create(VOLUME, Optional.empty());
        Path deep = Files.createDirectories(pool.data(VOLUME).resolve("a/b/c"));

        assertFilled(QuotaPool.fill(deep.resolve("file")), SIZE);
    }

    @Test
    void sizesAreReportedAsEnforcedAndStatfsShowsTheSize() throws Exception {
        DirectoryBackend backend = pool.backend();
        SizeEnforcement promise = SizeEnforcement.of(backend);
        assertThat(promise.context()).containsEntry("sizesEnforced", "true");
        promise.check(Map.of("requireQuota", "true"));

        backend.create(VOLUME, Optional.empty());

        assertThat(FileSystems.stats(pool.data(VOLUME)).totalBytes()).isEqualTo(SIZE.count());
        assertThat(FileSystems.stats(pool.directory().root()).totalBytes()).isGreaterThan(SIZE.count() * 10);
    }

    @Test
    void deletingAVolumeFreesItsProject() throws Exception {
        DirectoryBackend backend = pool.backend();
        backend.create(VOLUME, Optional.empty());
        long project = pool.project(VOLUME);
        Files.write(pool.data(VOLUME).resolve("file"), new byte[1 << 20]);

        backend.delete(VOLUME.id());
        backend.delete(VOLUME.id());

        await().until(() -> !pool.entry(project).isUsed());
        backend.create(OTHER, Optional.empty());
        assertThat(pool.project(OTHER)).isEqualTo(project);
    }

    @Test
    void projectsOfOthersAreNotTouched() throws Exception {
        ProjectUsage before = foreign(FOREIGN);
        DirectoryBackend backend = pool.backend();
        backend.create(VOLUME, Optional.empty());
        long next = pool.project(VOLUME) + 1;
        ProjectUsage inRange = foreign(next);

        backend.create(OTHER, Optional.empty());
        backend.delete(VOLUME.id());
        backend.delete(OTHER.id());
        pool.backend().recover();

        assertThat(pool.entry(FOREIGN)).isEqualTo(before);
        assertThat(pool.entry(next)).isEqualTo(inRange);
    }

    @Test
    void aPoolInTheProjectOfAnOperatorIsLeftInIt() throws Exception {
        Path root = pool.directory().root();
        try (Descriptor opened = Descriptor.openDirectory(root)) {
            InodeProject.assign(opened, FOREIGN);
        }

        DirectoryBackend backend = pool.backend();
        backend.create(VOLUME, Optional.empty());

        assertThat(SizeEnforcement.of(backend).enforced()).isFalse();
        assertThat(root.resolve("projects")).doesNotExist();
    }

    @Test
    void theCopyOfAPoolDoesNotUseItsProjects() throws Exception {
        pool.backend().create(VOLUME, Optional.empty());
        Path copied = pool.directory("copy").root().resolve("projects");
        Files.createDirectory(copied);
        Path range = pool.directory().root().resolve("projects/range.json");
        Files.copy(range, copied.resolve("range.json"));
        DirectoryBackend copy = new DirectoryBackend(pool.directory("copy"), Mounts.system());

        assertThatThrownBy(() -> copy.create(OTHER, Optional.empty()))
                .hasMessageContaining("belong to others")
                .hasMessageContaining(copied.resolve("range.json").toString());

        Files.delete(copied.resolve("range.json"));
        copy.create(OTHER, Optional.empty());
        assertThat(pool.entry(pool.project(VOLUME)).limit()).isEqualTo(SIZE.count());
    }

    @Test
    void aTreeThatLeftItsProjectIsReported() throws Exception {
        DirectoryBackend backend = pool.backend();
        backend.create(VOLUME, Optional.empty());
        Path inside = Files.createDirectories(pool.data(VOLUME).resolve("a/b"));
        assertThat(reasons(backend)).isEmpty();

        move(inside, FOREIGN);
        assertThat(reasons(backend)).containsExactly("OtherProjects");

        move(pool.data(VOLUME), FOREIGN);
        assertThat(reasons(backend)).containsExactly("ProjectLost");

        // As the message says.
        String data = pool.data(VOLUME).toString();
        run("chattr", "-R", "-p", Long.toString(pool.project(VOLUME)), data);
        run("find", data, "-type", "d", "-exec", "chattr", "+P", "{}", "+");
        assertThat(reasons(backend)).isEmpty();
    }

    @Test
    void onlyTheInitialUserNamespaceCanMoveAFileToAnotherProject() throws Exception {
        pool.backend().create(VOLUME, Optional.empty());
        Path file = Files.createFile(pool.data(VOLUME).resolve("file"));
        String[] chattr = {"chattr", "-p", Long.toString(FOREIGN), file.toString()};

        assertThatThrownBy(
                        () -> run("unshare", "--user", "--map-root-user", chattr[0], chattr[1], chattr[2], chattr[3]))
                .hasMessageContaining("Invalid argument");
        assertThat(reasons(pool.backend())).isEmpty();

        run(chattr);
        assertThat(reasons(pool.backend())).containsExactly("OtherProjects");
    }

    @Test
    void usageIsThatOfTheVolume() throws Exception {
        DirectoryBackend backend = pool.backend();
        backend.create(VOLUME, Optional.empty());
        Path target = pool.scratch().path().resolve("target");
        backend.publish(VOLUME, QuotaPool.publication(VOLUME, target));
        long written = QuotaPool.fill(target.resolve("file"));

        Usage usage = backend.usage(VOLUME, target);

        assertThat(usage.bytes().total()).isEqualTo(SIZE.count());
        assertThat(usage.bytes().used()).isBetween(written, SIZE.count());
        assertThat(usage.bytes().available())
                .isEqualTo(SIZE.count() - usage.bytes().used());
        assertThat(usage.inodes().orElseThrow().used()).isEqualTo(2);
    }

    @Test
    void aShareThatIsALocalFileSystemHasHardSizesToo() throws Exception {
        PoolDirectory directory = new PoolDirectory(pool.disk());
        SharedBackend backend =
                new SharedBackend(directory, pool.scratch().path().resolve("share.json"), Mounts.system());
        assertThat(SizeEnforcement.of(backend).enforced()).isTrue();

        backend.create(VOLUME, Optional.empty());

        Path file = directory.of(VOLUME.id()).resolve("data/file");
        assertFilled(QuotaPool.fill(file), SIZE);
    }

    private static void run(String... argv) throws IOException {
        String ignored = CommandRunner.run(Duration.ofSeconds(60), List.of(argv));
    }

    @Test
    void aLimitThatWasChangedIsReportedAndRestored() throws Exception {
        DirectoryBackend backend = pool.backend();
        backend.create(VOLUME, Optional.empty());
        try (Descriptor root = Descriptor.openDirectory(pool.disk())) {
            ProjectQuota.limit(root, pool.project(VOLUME), 0);
        }
        assertThat(reasons(backend)).containsExactly("LimitDiffers");

        pool.backend().recover();

        assertThat(reasons(backend)).isEmpty();
    }

    @Test
    void withoutTheMountOptionSizesAreNotEnforcedAndLimitsComeBackWithIt() throws Exception {
        pool.backend().create(VOLUME, Optional.empty());
        pool.remount("");
        DirectoryBackend without = pool.backend();
        assertThat(SizeEnforcement.of(without).enforced()).isFalse();
        assertThat(reasons(without)).containsExactly("QuotaOff");
        assertThatThrownBy(() -> without.expand(VOLUME, MORE)).hasMessageContaining("prjquota");
        without.create(OTHER, Optional.empty());

        pool.remount("prjquota");
        DirectoryBackend again = pool.backend();
        again.recover();

        assertFilled(QuotaPool.fill(pool.data(VOLUME).resolve("file")), SIZE);
        assertThat(again.expand(OTHER, MORE)).isFalse();
        assertThat(reasons(again)).isEmpty();
    }

    private static void assertFilled(long written, Bytes size) {
        assertThat(written).isBetween(size.count() * 9 / 10, size.count());
    }

    private List<String> reasons(DirectoryBackend backend) throws Exception {
        return backend.health(VOLUME, Optional.empty(), Optional.empty()).stream()
                .map(HealthProblem::reason)
                .toList();
    }

    /// A directory of the operator, with a limit.
    private ProjectUsage foreign(long project) throws IOException {
        Path directory = Files.createDirectory(pool.disk().resolve("foreign-" + project));
        move(directory, project);
        try (Descriptor root = Descriptor.openDirectory(pool.disk())) {
            ProjectQuota.limit(root, project, SIZE.count());
        }
        Files.write(directory.resolve("file"), new byte[4096]);
        try (Descriptor file = Descriptor.openForReading(directory.resolve("file"))) {
            file.sync();
        }
        return pool.entry(project);
    }

    private static void move(Path directory, long project) throws IOException {
        try (Descriptor opened = Descriptor.openDirectory(directory)) {
            InodeProject.assign(opened, project);
        }
    }
}
