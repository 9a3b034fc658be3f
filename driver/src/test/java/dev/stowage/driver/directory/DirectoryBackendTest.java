package dev.stowage.driver.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.PoolScratch;
import dev.stowage.driver.bind.SizeEnforcement;
import dev.stowage.linux.mount.MountFlag;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DirectoryBackendTest {
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
    void aVolumeInUseIsNotDeletedAndKeepsEverything() throws Exception {
        Path target = publish("pod");
        Files.writeString(target.resolve("file"), "kept");

        assertRefused(CsiCode.FAILED_PRECONDITION, () -> backend.delete(volume.id()));

        assertThat(target.resolve("file")).hasContent("kept");
        assertThat(pool.find(volume.id())).contains(volume);
    }

    @Test
    void aVolumeIntoWhichSomethingIsMountedIsNotDeleted() throws Exception {
        backend.create(volume, Optional.empty());
        Path inside = Files.createDirectory(pool.of(volume.id()).resolve("data/inside"));
        scratch.mounts().mount("other", inside, "tmpfs", Set.of(), "");

        assertRefused(CsiCode.FAILED_PRECONDITION, () -> backend.delete(volume.id()));

        assertThat(pool.find(volume.id())).contains(volume);
    }

    @Test
    void deletingFollowsNoLinkAndSucceedsTwice() throws Exception {
        backend.create(volume, Optional.empty());
        Path outside = scratch.directory("outside");
        Files.writeString(outside.resolve("file"), "kept");
        Files.createSymbolicLink(pool.of(volume.id()).resolve("data/link"), outside);

        backend.delete(volume.id());
        backend.delete(volume.id());

        assertThat(pool.of(volume.id())).doesNotExist();
        assertThat(outside.resolve("file")).hasContent("kept");
    }

    @Test
    void aLimitOfInodesIsRefusedWithoutQuota() throws Exception {
        Map<String, String> limited = Map.of("inodes", "100");
        assertRefused(CsiCode.INVALID_ARGUMENT, () -> backend.create(volume.settings(limited), Optional.empty()));
        assertThat(pool.find(volume.id())).isEmpty();

        backend.create(volume, Optional.empty());
        assertRefused(CsiCode.INVALID_ARGUMENT, () -> backend.modify(volume, limited));
        backend.modify(volume, Map.of("label.owner", "alice", "inodes", ""));

        assertThat(pool.find(volume.id()).orElseThrow().settings()).isEqualTo(Map.of("label.owner", "alice"));
    }

    @Test
    void aLeftoverWithoutARecordIsDeleted() throws Exception {
        Files.createDirectories(pool.of(volume.id()).resolve("data/x"));

        backend.delete(volume.id());

        assertThat(pool.volumeIds()).isEmpty();
    }

    @Test
    void aPoolWhoseDiskIsGoneIsNotWrittenTo() throws Exception {
        Files.delete(pool.volumes());

        assertRefused(CsiCode.UNAVAILABLE, () -> backend.create(volume, Optional.empty()));
        assertRefused(CsiCode.UNAVAILABLE, () -> backend.delete(volume.id()));

        assertThat(pool.volumes()).doesNotExist();
    }

    @Test
    void growingChangesTheRecordAndNothingElse() throws Exception {
        backend.create(volume, Optional.empty());

        assertThat(backend.expand(volume, Bytes.gibi(1))).isFalse();

        assertThat(pool.find(volume.id()).orElseThrow().size()).isEqualTo(Bytes.gibi(1));
    }

    @Test
    void labelsAreKeptMergedAndTakenAway() throws Exception {
        backend.create(volume, Optional.empty());
        backend.modify(volume, Map.of("label.a", "1", "label.b", "2"));
        VolumeMeta now = pool.find(volume.id()).orElseThrow();
        backend.modify(now, Map.of("label.a", "", "label.c", "3"));

        assertThat(pool.find(volume.id()).orElseThrow().settings()).isEqualTo(Map.of("label.b", "2", "label.c", "3"));
        assertRefused(CsiCode.INVALID_ARGUMENT, () -> backend.checkSettings(Map.of("iops", "5")));
        assertRefused(CsiCode.INVALID_ARGUMENT, () -> backend.checkSettings(Map.of("label.../x", "5")));
    }

    @Test
    void sizesAreSaidNotToBeEnforced() {
        SizeEnforcement promise = SizeEnforcement.of(backend);

        assertThat(promise.context()).containsEntry("sizesEnforced", "false");
        assertRefused(CsiCode.INVALID_ARGUMENT, () -> promise.check(Map.of("requireQuota", "true")));
        assertRefused(CsiCode.INVALID_ARGUMENT, () -> promise.check(Map.of("requireQuota", "yes")));
    }

    @Test
    void usageIsThatOfThePoolAndOnlyWhereItIsPublished() throws Exception {
        Path target = publish("pod");

        Usage usage = backend.usage(volume, target);

        assertThat(usage.bytes().total()).isPositive();
        assertThat(usage.bytes().available()).isLessThanOrEqualTo(usage.bytes().total());
        assertRefused(CsiCode.NOT_FOUND, () -> backend.usage(volume, scratch.path()));
    }

    @Test
    void healthReportsProblems() throws Exception {
        Path target = publish("pod");
        assertThat(reasons(target)).isEmpty();

        scratch.mounts().unmount(target);
        assertThat(reasons(target)).containsExactly("NotMounted");

        scratch.mounts().mount("other", target, "tmpfs", Set.of(), "");
        assertThat(reasons(target)).containsExactly("OtherMount");
        scratch.mounts().unmount(target);

        Path data = pool.of(volume.id()).resolve("data");
        scratch.mounts().mount("other", data, "tmpfs", Set.of(), "");
        assertThat(backend.health(volume, Optional.empty(), Optional.empty()))
                .extracting(HealthProblem::reason)
                .containsExactly("WrongDevice");
        scratch.mounts().unmount(data);

        Files.delete(data);
        assertThat(backend.health(volume, Optional.empty(), Optional.empty()))
                .extracting(HealthProblem::kind)
                .containsExactly(HealthProblem.Kind.DATA_LOSS);
    }

    @Test
    void aPoolThatBecameReadOnlyIsToldAndNotPublishedForWriting() throws Exception {
        Path root = scratch.directory("small");
        scratch.mounts().mount("small", root, "tmpfs", Set.of(), "");
        PoolDirectory small = new PoolDirectory(root);
        small.ensure();
        DirectoryBackend inSmall = new DirectoryBackend(small, scratch.mounts());
        inSmall.create(volume, Optional.empty());
        Path before = scratch.target("before");
        inSmall.publish(volume, scratch.publication(volume, before));
        scratch.mounts().mount("small", root, "tmpfs", Set.of(MountFlag.REMOUNT, MountFlag.READ_ONLY), "");
        Path target = scratch.target("pod");

        assertThat(inSmall.health(volume, Optional.empty(), Optional.empty()))
                .extracting(HealthProblem::reason)
                .containsExactly("PoolReadOnly");
        assertRefused(CsiCode.FAILED_PRECONDITION, () -> inSmall.publish(volume, scratch.publication(volume, target)));
        assertRefused(CsiCode.FAILED_PRECONDITION, () -> inSmall.publish(volume, scratch.publication(volume, before)));
        assertThat(target).doesNotExist();
        inSmall.publish(volume, scratch.publication(volume, target, true, "", List.of()));
    }

    private Path publish(String name) throws Exception {
        backend.create(volume, Optional.empty());
        Path target = scratch.target(name);
        backend.publish(volume, scratch.publication(volume, target));
        return target;
    }

    private List<String> reasons(Path target) throws Exception {
        return backend.health(volume, Optional.of(target), Optional.empty()).stream()
                .map(HealthProblem::reason)
                .toList();
    }

    private static void assertRefused(CsiCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
