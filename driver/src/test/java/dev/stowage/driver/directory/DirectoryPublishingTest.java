package dev.stowage.driver.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.PoolScratch;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DirectoryPublishingTest {
    @RegisterExtension
    final PoolScratch scratch = new PoolScratch();

    private final VolumeMeta volume = PoolScratch.volume("data", BackendKind.DIRECTORY, Bytes.mebi(64));
    private PoolDirectory pool = new PoolDirectory(Path.of("/nowhere"));
    private DirectoryBackend backend = new DirectoryBackend(pool, scratch.mounts());

    @BeforeEach
    void open() throws IOException {
        pool = scratch.pool();
        backend = new DirectoryBackend(pool, scratch.mounts());
    }

    @Test
    void whatAWorkloadWritesIsThereAtTheNextPublication() throws Exception {
        Path first = publish("first");
        Files.writeString(first.resolve("file"), "kept");
        backend.unpublish(volume.id(), first);
        assertThat(first).doesNotExist();

        Path second = scratch.target("second");
        backend.publish(volume, scratch.publication(volume, second));

        assertThat(second.resolve("file")).hasContent("kept");
    }

    @Test
    void anyUserMayWriteIntoANewVolumeButNotReachItThroughThePool() throws Exception {
        Path target = publish("pod");

        assertThat(Stat.of(target).permissions()).isEqualTo(0777);
        assertThat(Stat.of(pool.of(volume.id())).permissions()).isEqualTo(0750);
    }

    @Test
    void aRepeatedPublicationMountsOnce() throws Exception {
        Path target = publish("pod");

        backend.publish(volume, scratch.publication(volume, target));

        assertThat(scratch.mounts().stackedAt(target)).hasSize(1);
    }

    @Test
    void severalTargetsShowOneVolume() throws Exception {
        Path one = publish("one");
        Path two = scratch.target("two");
        backend.publish(volume, scratch.publication(volume, two));

        Files.writeString(one.resolve("file"), "shared");

        assertThat(two.resolve("file")).hasContent("shared");
    }

    @Test
    void aDirectoryThatMerelyExistsIsNotPublished() throws Exception {
        backend.create(volume, Optional.empty());
        Path target = Files.createDirectories(scratch.target("pod"));

        backend.publish(volume, scratch.publication(volume, target));

        assertThat(scratch.mounts().at(target)).isPresent();
    }

    @Test
    void aTargetWithAnotherMountIsRefusedAndLeftAlone() throws Exception {
        backend.create(volume, Optional.empty());
        Path target = Files.createDirectories(scratch.target("pod"));
        scratch.mounts().mount("other", target, "tmpfs", Set.of(), "");
        Files.writeString(target.resolve("theirs"), "x");

        assertRefused(CsiCode.FAILED_PRECONDITION, () -> backend.publish(volume, scratch.publication(volume, target)));

        assertThat(target.resolve("theirs")).exists();
        assertThat(scratch.mounts().stackedAt(target)).hasSize(1);
    }

    @Test
    void aTargetThatIsALinkIsRefused() throws Exception {
        backend.create(volume, Optional.empty());
        Path elsewhere = scratch.directory("elsewhere");
        Path target = Files.createSymbolicLink(scratch.target("pod"), elsewhere);

        assertRefused(CsiCode.FAILED_PRECONDITION, () -> backend.publish(volume, scratch.publication(volume, target)));

        assertThat(scratch.mounts().at(elsewhere)).isEmpty();
        assertThat(target).isSymbolicLink();
    }

    @Test
    void dataThatIsALinkIsNeverPublished() throws Exception {
        backend.create(volume, Optional.empty());
        Path data = pool.of(volume.id()).resolve("data");
        Files.delete(data);
        Files.createSymbolicLink(data, scratch.directory("secret"));
        Path target = scratch.target("pod");

        assertRefused(CsiCode.INTERNAL, () -> backend.publish(volume, scratch.publication(volume, target)));

        assertThat(target).doesNotExist();
    }

    @Test
    void aReadOnlyPublicationCannotBeWritten() throws Exception {
        backend.create(volume, Optional.empty());
        Path target = scratch.target("pod");
        backend.publish(volume, scratch.publication(volume, target, true, "", List.of()));

        assertThatThrownBy(() -> Files.writeString(target.resolve("file"), "x"))
                .hasMessageContaining("Read-only file system");
        assertRefused(CsiCode.ALREADY_EXISTS, () -> backend.publish(volume, scratch.publication(volume, target)));
    }

    @Test
    void theMountOptionRoIsHonouredAndOthersAreRefused() throws Exception {
        backend.create(volume, Optional.empty());
        Path target = scratch.target("pod");
        backend.publish(volume, scratch.publication(volume, target, false, "", List.of("ro")));

        assertThat(scratch.mounts().at(target).orElseThrow().readOnly()).isTrue();
        assertRefused(
                CsiCode.INVALID_ARGUMENT,
                () -> backend.publish(
                        volume, scratch.publication(volume, scratch.target("b"), false, "", List.of("data=journal"))));
    }

    @Test
    void theFilesBelongToTheMountGroup() throws Exception {
        Path first = publish("first");
        Path outside = Files.writeString(scratch.path().resolve("outside"), "x");
        Files.createDirectories(first.resolve("deep/er"));
        Files.writeString(first.resolve("deep/er/file"), "x");
        Files.createSymbolicLink(first.resolve("link"), outside);
        backend.unpublish(volume.id(), first);

        Path target = scratch.target("pod");
        backend.publish(volume, scratch.publication(volume, target, false, "4711", List.of()));

        for (String name : List.of("", "deep", "deep/er", "deep/er/file")) {
            assertThat(Stat.of(target.resolve(name)).gid()).as(name).isEqualTo(4711);
        }
        assertThat(Stat.of(target).permissions()).isEqualTo(02777);
        assertThat(Stat.of(target.resolve("deep/er/file")).permissions() & 0060).isEqualTo(0060);
        assertThat(Stat.of(outside).gid()).isNotEqualTo(4711);
    }

    @Test
    void aMountGroupThatIsNoNumberIsRefused() throws Exception {
        backend.create(volume, Optional.empty());

        assertRefused(
                CsiCode.INVALID_ARGUMENT,
                () -> backend.publish(
                        volume, scratch.publication(volume, scratch.target("pod"), false, "wheel", List.of())));
    }

    @Test
    void aBusyTargetIsNotTakenAway() throws Exception {
        Path target = publish("pod");
        Files.writeString(target.resolve("file"), "x");

        try (var _ = Files.newInputStream(target.resolve("file"))) {
            assertRefused(CsiCode.FAILED_PRECONDITION, () -> backend.unpublish(volume.id(), target));
        }

        backend.unpublish(volume.id(), target);
        assertThat(target).doesNotExist();
    }

    @Test
    void filesWrittenBelowAMountAreKept() throws Exception {
        backend.create(volume, Optional.empty());
        Path target = Files.createDirectories(scratch.target("pod"));
        Files.writeString(target.resolve("below"), "x");
        backend.publish(volume, scratch.publication(volume, target));

        assertThatThrownBy(() -> backend.unpublish(volume.id(), target))
                .isInstanceOfSatisfying(
                        LinuxException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOTEMPTY));

        assertThat(target.resolve("below")).hasContent("x");
    }

    private Path publish(String name) throws Exception {
        backend.create(volume, Optional.empty());
        Path target = scratch.target(name);
        backend.publish(volume, scratch.publication(volume, target));
        return target;
    }

    private static void assertRefused(CsiCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
