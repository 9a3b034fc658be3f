package dev.stowage.driver.image;

import static dev.stowage.driver.image.TestImagePool.publication;
import static dev.stowage.driver.image.TestImagePool.stage;
import static dev.stowage.driver.image.TestImagePool.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// A driver that is killed at any step leaves a state that the next one repairs: the call is repeated as the SDK
/// would repeat it, and the volume works as if nothing had happened.
class ImageKillTest {

    @RegisterExtension
    final TestImagePool pool = TestImagePool.thatSharesBlocks();

    private final Mounts mounts = Mounts.system();
    private final SnapshotId snapshot = SnapshotId.of("s");

    /// An Error, not an exception, so that no handler undoes anything.
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    private interface Call {
        void on(ImageBackend backend) throws Exception;
    }

    /// @param undo what the SDK calls before it retries a creation
    private record Repeatable(Call call, Call undo) {
        static Repeatable of(Call call) {
            return new Repeatable(call, _ -> {});
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Checkpoint.class,
            names = {"COPIED", "SOURCE_RELEASED", "METADATA_RESERVED"}, // those of logical volumes
            mode = EnumSource.Mode.EXCLUDE)
    void fileSystemVolumeLivesOn(Checkpoint checkpoint) throws Exception {
        live(checkpoint, volume("v", Bytes.mebi(16), "ext4"), volume("w", Bytes.mebi(24), "ext4"));
        assertThat(pool.folder().volumeIds()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Checkpoint.class,
            names = {"FORMAT_.*|FREEZE_.*|FROZEN|FORMATTED|COPIED|SOURCE_RELEASED|METADATA_RESERVED"},
            mode = EnumSource.Mode.MATCH_NONE)
    void rawVolumeLivesOn(Checkpoint checkpoint) throws Exception {
        live(checkpoint, volume("v", Bytes.mebi(4), ""), volume("w", Bytes.mebi(8), ""));
    }

    private void live(Checkpoint checkpoint, VolumeMeta volume, VolumeMeta copy) throws Exception {
        Path staging = pool.staging("v");
        Path target = pool.target("v");
        Path file = volume.block() ? target : target.resolve("f");
        Path copied = volume.block() ? pool.target("w") : pool.target("w").resolve("f");
        List<Repeatable> life = List.of(
                new Repeatable(b -> b.create(volume, Optional.empty()), b -> b.delete(volume.id())),
                Repeatable.of(b -> b.stage(volume, stage(volume, staging, TestImagePool.of(volume)))),
                Repeatable.of(b -> b.publish(volume, publication(volume, target, staging, false))),
                Repeatable.of(_ -> write(file, "hello")),
                new Repeatable(
                        b -> b.takeSnapshots(Map.of(volume, snapshot), Map.of()), b -> b.deleteSnapshot(snapshot)),
                Repeatable.of(_ -> write(file, "later")),
                Repeatable.of(b -> b.expand(volume, copy.size())),
                Repeatable.of(b -> b.unpublish(volume.id(), target)),
                Repeatable.of(b -> b.unstage(volume.id(), staging)),
                new Repeatable(
                        b -> b.create(copy, Optional.of(new VolumeSource.OfSnapshot(snapshot))),
                        b -> b.delete(copy.id())),
                Repeatable.of(b -> b.deleteSnapshot(snapshot)),
                Repeatable.of(b -> b.publish(
                        copy, publication(copy, pool.target("w"), Optional.empty(), TestImagePool.of(copy), false))),
                Repeatable.of(_ -> assertThat(read(copied)).isEqualTo("hello")),
                Repeatable.of(b -> b.unpublish(copy.id(), pool.target("w"))),
                Repeatable.of(b -> b.delete(volume.id())),
                Repeatable.of(b -> b.delete(copy.id())));
        boolean[] killed = {false};
        ImageBackend backend = pool.backend("here", reached -> {
            if (reached == checkpoint && !killed[0]) {
                killed[0] = true;
                throw new Killed();
            }
        });
        for (Repeatable one : life) {
            boolean before = killed[0];
            if (before) {
                one.call().on(backend);
                continue;
            }
            try {
                one.call().on(backend);
            } catch (Killed e) {
                backend = pool.backend();
                backend.recover();
                one.undo().on(backend);
                one.call().on(backend);
            }
        }
        assertThat(killed[0]).as("the life of a volume passes " + checkpoint).isTrue();
        assertThat(pool.devices(volume)).isEmpty();
        assertThat(mounts.table())
                .noneMatch(mount -> mount.target().startsWith(pool.path())
                        && !mount.target().equals(pool.folder().root()));
        assertThat(pool.folder().snapshotIds()).isEmpty();
        assertThat(pool.folder().root())
                .isDirectoryNotContaining(path -> path.getFileName().toString().startsWith("."));
    }

    private static void write(Path file, String text) throws Exception {
        Files.writeString(file, text);
        try (var opened = dev.stowage.linux.Descriptor.openForReading(file)) {
            opened.sync();
        }
    }

    private static String read(Path file) throws Exception {
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(5), java.nio.charset.StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @CsvSource({"FOLDER_MADE", "IMAGE_MADE", "IMAGE_FILLED"})
    void unfinishedVolumeIsNoVolume(Checkpoint checkpoint) throws Exception {
        VolumeMeta volume = volume("v", Bytes.mebi(4), "");
        ImageBackend dying = pool.backend("here", reached -> {
            if (reached == checkpoint) {
                throw new Killed();
            }
        });
        assertThatThrownBy(() -> dying.create(volume, Optional.empty())).isInstanceOf(Killed.class);

        assertThat(pool.folder().find(volume.id())).isEmpty();
        pool.backend().delete(volume.id());
        assertThat(pool.folder().of(volume.id())).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"LOCKED", "ATTACHED", "FORMAT_INTENDED", "FORMATTED", "FORMAT_RECORDED"})
    void deviceThatNothingUsesIsDetachedAtTheNextStart(Checkpoint checkpoint) throws Exception {
        VolumeMeta volume = volume("v", Bytes.mebi(16), "ext4");
        ImageBackend dying = pool.backend("here", reached -> {
            if (reached == checkpoint) {
                throw new Killed();
            }
        });
        dying.create(volume, Optional.empty());
        assertThatThrownBy(() -> dying.stage(volume, stage(volume, pool.staging("a"), TestImagePool.mounted())))
                .isInstanceOf(Killed.class);

        pool.backend().recover();

        assertThat(pool.devices(volume)).isEmpty();
    }
}
