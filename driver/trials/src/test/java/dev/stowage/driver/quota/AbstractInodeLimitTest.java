package dev.stowage.driver.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.directory.DirectoryBackend;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.quota.ProjectQuota;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The parameter `inodes`, on every file system with project quota.
@Tag("lab")
abstract class AbstractInodeLimitTest {
    private static final long FEW = 10;
    private static final long MORE = 20;
    private static final Bytes SIZE = Bytes.mebi(16);
    private static final VolumeMeta VOLUME = QuotaPool.volume("v", SIZE).settings(Map.of("inodes", "10"));
    private static final VolumeMeta UNLIMITED = QuotaPool.volume("unlimited", SIZE);

    @RegisterExtension
    final QuotaPool pool = new QuotaPool(disk());

    abstract QuotaDisk disk();

    @Test
    void aWriterIsStoppedAtTheLimitAndGoesOnWhenItIsRaised() throws Exception {
        DirectoryBackend backend = pool.backend();
        backend.create(VOLUME, Optional.empty());
        Path target = pool.scratch().path().resolve("target");
        backend.publish(VOLUME, QuotaPool.publication(VOLUME, target));

        assertThat(createFiles(target)).as("the directory of the volume is one").isEqualTo(FEW - 1);
        assertThat(createFiles(target)).isZero();

        backend.modify(VOLUME, Map.of("inodes", Long.toString(MORE)));
        assertThat(createFiles(target)).isEqualTo(MORE - FEW);
        assertThat(recorded().settings()).containsEntry("inodes", "20");
        assertThat(reasons(backend)).isEmpty();

        backend.modify(recorded(), Map.of("inodes", ""));
        assertThat(createFiles(target)).isEqualTo(MORE * 2);
    }

    @Test
    void usageAndStatfsShowTheLimit() throws Exception {
        DirectoryBackend backend = pool.backend();
        backend.create(VOLUME, Optional.empty());
        Path target = pool.scratch().path().resolve("target");
        backend.publish(VOLUME, QuotaPool.publication(VOLUME, target));
        String ignored = CommandRunner.run(Duration.ofSeconds(60), List.of("touch", target + "/one", target + "/two"));

        assertThat(backend.usage(VOLUME, target).inodes()).contains(new Usage.Amount(FEW, 3, FEW - 3));
        assertThat(FileSystems.stats(target).inodes()).as("df -i in the pod").isEqualTo(FEW);
    }

    @Test
    void expansionKeepsTheLimit() throws Exception {
        DirectoryBackend backend = pool.backend();
        backend.create(VOLUME, Optional.empty());

        assertThat(backend.expand(VOLUME, Bytes.mebi(32))).isFalse();

        assertThat(pool.entry(pool.project(VOLUME)).inodeLimit()).isEqualTo(FEW);
        assertThat(pool.entry(pool.project(VOLUME)).limit())
                .isEqualTo(Bytes.mebi(32).count());
    }

    @Test
    void aLimitThatWasChangedIsReportedAndRestored() throws Exception {
        DirectoryBackend backend = pool.backend();
        backend.create(VOLUME, Optional.empty());
        try (Descriptor root = Descriptor.openDirectory(pool.disk())) {
            ProjectQuota.limit(root, pool.project(VOLUME), SIZE.count(), 0);
        }
        assertThat(reasons(backend)).containsExactly("LimitDiffers");

        pool.backend().recover();

        assertThat(reasons(backend)).isEmpty();
        assertThat(createFiles(pool.data(VOLUME))).isEqualTo(FEW - 1);
    }

    @Test
    void theLimitComesBackWithTheQuota() throws Exception {
        pool.backend().create(VOLUME, Optional.empty());
        pool.remount("");
        DirectoryBackend without = pool.backend();
        without.create(UNLIMITED, Optional.empty());
        assertThatThrownBy(() -> without.modify(VOLUME, Map.of("inodes", "20"))).hasMessageContaining("prjquota");
        without.modify(VOLUME, Map.of("label.owner", "alice"));
        assertThat(recorded().settings()).isEqualTo(Map.of("inodes", "10", "label.owner", "alice"));

        pool.remount("prjquota");
        DirectoryBackend again = pool.backend();
        again.recover();

        assertThat(createFiles(pool.data(VOLUME))).isEqualTo(FEW - 1);
        assertThatThrownBy(() -> again.modify(UNLIMITED, Map.of("inodes", "20")))
                .hasMessageContaining("was created without project quota");
    }

    private VolumeMeta recorded() throws IOException {
        return pool.directory().find(VOLUME.id()).orElseThrow();
    }

    private List<String> reasons(DirectoryBackend backend) throws Exception {
        return backend.health(recorded(), Optional.empty(), Optional.empty()).stream()
                .map(HealthProblem::reason)
                .toList();
    }

    /// Creates at most 40 files, as a container does: without CAP_SYS_RESOURCE. Returns how many it could create.
    private static long createFiles(Path directory) throws IOException {
        String created = CommandRunner.run(
                Duration.ofSeconds(60),
                List.of(
                        "setpriv",
                        "--bounding-set",
                        "-sys_resource",
                        "sh",
                        "-c",
                        "n=0; while [ $n -lt 40 ] && mktemp -p \"$0\" >/dev/null 2>&1; do n=$((n + 1)); done; echo $n",
                        directory.toString()));
        return Long.parseLong(created.strip());
    }
}
