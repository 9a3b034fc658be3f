package dev.stowage.driver.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.linux.mount.FakeMounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.StorageProblem;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The directory of a pool stands for a mount point: a disk that is not mounted is a directory moved away.
final class PoolIdentityTest {
    private static final VolumeId VOLUME = VolumeId.of("pvc-1");

    @TempDir
    private Path scratch;

    private Path directory() {
        return scratch.resolve("mnt/pool");
    }

    private Path record() {
        return scratch.resolve("data/notes/fast/mark.json");
    }

    private Pool start(BackendKind kind, VolumeId... recorded) throws IOException {
        return startAt(directory(), kind, recorded);
    }

    private Pool startAt(Path directory, BackendKind kind, VolumeId... recorded) throws IOException {
        PoolSettings settings = new PoolSettings("fast", kind, directory, Bytes.gibi(1), 1, Bytes.mebi(1), false, true);
        Pool pool = Pool.open(settings, new FakeMounts(), new PoolIdentity(settings, record(), List.of(recorded)));
        pool.start();
        return pool;
    }

    private List<Path> marks() throws IOException {
        try (Stream<Path> files = Files.list(directory())) {
            return files.filter(file -> file.getFileName().toString().startsWith(".stowage-pool-"))
                    .toList();
        }
    }

    private void unmount() throws IOException {
        Files.move(directory(), scratch.resolve("disk"));
    }

    private void mount() throws IOException {
        Files.move(scratch.resolve("disk"), directory());
    }

    @ParameterizedTest
    @EnumSource(names = {"IMAGE", "BTRFS", "DIRECTORY"})
    void aDiskThatIsNotMountedIsAnErrorAndNothingIsCreatedInItsPlace(BackendKind kind) throws Exception {
        start(kind);
        start(kind);
        assertThat(marks()).hasSize(1);
        unmount();

        assertThatThrownBy(() -> start(kind))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("pool fast is missing")
                .hasMessageContaining("mount the pool's disk")
                .hasMessageContaining(".stowage-pool-");
        assertThat(directory()).doesNotExist();
        Files.createDirectory(directory());
        assertThatThrownBy(() -> start(kind)).hasMessageContaining("pool fast is missing");
        assertThat(directory()).isEmptyDirectory();

        Files.delete(directory());
        mount();
        start(kind);
    }

    @Test
    void aPoolWithoutItsDiskAnswersThatItIsMissing() throws Exception {
        PoolSettings settings = start(BackendKind.DIRECTORY).settings();
        unmount();
        PoolMissingException why = catchThrowableOfType(PoolMissingException.class, () -> start(BackendKind.DIRECTORY));

        Pool pool = Pool.missing(settings, why);
        pool.start();

        assertThatThrownBy(() -> pool.reserve(Bytes.mebi(1), true))
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.UNAVAILABLE))
                .hasMessageContaining("pool fast is missing");
        assertThat(pool.problems()).extracting(StorageProblem::reason).containsExactly("PoolMissing");
        assertThat(pool.isThere()).isFalse();
        assertThat(pool.availableCapacity().available()).isEqualTo(Bytes.ZERO);
        pool.release();
        assertThat(directory()).doesNotExist();
    }

    @Test
    void anotherPoolInItsPlaceIsAnError() throws Exception {
        start(BackendKind.DIRECTORY);
        unmount();
        Path known = record();
        Files.move(known, known.resolveSibling("other.json"));
        start(BackendKind.DIRECTORY);
        Files.delete(known);
        Files.move(known.resolveSibling("other.json"), known);

        assertThatThrownBy(() -> start(BackendKind.DIRECTORY)).hasMessageContaining("does not have its mark");
    }

    @Test
    void anotherDirectoryIsAnotherPoolUnlessTheFormerHasVolumes() throws Exception {
        Path other = scratch.resolve("other/pool");
        startAt(directory(), BackendKind.DIRECTORY);
        assertThatThrownBy(() -> startAt(other, BackendKind.DIRECTORY, VOLUME))
                .hasMessageContaining("it was last at " + directory());
        assertThat(other).doesNotExist();

        startAt(other, BackendKind.DIRECTORY);

        assertThat(other).isNotEmptyDirectory();
        startAt(other, BackendKind.DIRECTORY, VOLUME);
    }

    @Test
    void theFileOfTheMessageMakesTheDirectoryThePool() throws Exception {
        start(BackendKind.DIRECTORY);
        String name = marks().getFirst().getFileName().toString();
        unmount();
        Files.createDirectory(directory());
        assertThatThrownBy(() -> start(BackendKind.DIRECTORY))
                .hasMessageEndingWith(directory().resolve(name).toString());

        Files.createFile(directory().resolve(name));

        start(BackendKind.DIRECTORY);
    }

    @Test
    void aPoolFromBeforeThereWereMarksIsAdoptedWithItsVolumes() throws Exception {
        PoolDirectory pool = new PoolDirectory(directory());
        pool.ensure();
        Files.createDirectory(pool.of(VOLUME));
        Files.createDirectory(pool.of(VolumeId.of("not recorded")));

        start(BackendKind.DIRECTORY, VOLUME);

        assertThat(marks()).hasSize(1);
        assertThat(record()).exists();
    }

    @ParameterizedTest
    @EnumSource(names = {"IMAGE", "BTRFS", "DIRECTORY"})
    void aPoolWithoutAMarkThatLacksAllRecordedVolumesIsAnError(BackendKind kind) throws Exception {
        Files.createDirectories(directory());

        assertThatThrownBy(() -> start(kind, VOLUME))
                .hasMessageContaining("lacks all of the 1 recorded volumes")
                .hasMessageContaining(VOLUME.value());
        assertThat(directory()).isEmptyDirectory();
        assertThat(record()).doesNotExist();
    }

    @Test
    void aPoolWithoutAMarkThatLacksOnlyOneRecordedVolumeIsAdopted() throws Exception {
        PoolDirectory pool = new PoolDirectory(directory());
        pool.ensure();
        Files.createDirectory(pool.of(VOLUME));

        start(BackendKind.DIRECTORY, VolumeId.of("lost"), VOLUME);

        assertThat(marks()).hasSize(1);
        assertThat(record()).exists();
    }

    @Test
    void aPoolOfAnotherNodeIsRecordedAsItIs() throws Exception {
        start(BackendKind.DIRECTORY);
        List<Path> before = marks();
        Files.delete(record());

        start(BackendKind.DIRECTORY, VOLUME);

        assertThat(marks()).isEqualTo(before);
        assertThat(record()).exists();
    }

    @Test
    void nothingIsPromisedInAPoolWhoseDiskWasUnmountedMeanwhile() throws Exception {
        Pool pool = start(BackendKind.DIRECTORY);
        pool.reserve(Bytes.mebi(1), true).close();
        unmount();
        Files.createDirectory(directory());

        assertThatThrownBy(() -> pool.reserve(Bytes.mebi(1), true))
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.UNAVAILABLE));
        assertThat(pool.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.reason()).isEqualTo("PoolMissing"));
        assertThat(directory()).isEmptyDirectory();
    }
}
