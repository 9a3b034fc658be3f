package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Thick volumes, on a real volume group.
@Tag("lab")
class ThickLvmTest {

    private static final Bytes SIZE = Bytes.mebi(64);

    @RegisterExtension
    final LvmFixture pool = new LvmFixture(false, Bytes.mebi(100));

    @Test
    void aVolumeDoesNotShowTheDataOfADeletedOne() throws Exception {
        LvmBackend backend = pool.backend();
        fill(backend, LvmFixture.volume("first", SIZE, ""));

        VolumeMeta next = LvmFixture.volume("next", SIZE, "");
        backend.create(next, Optional.empty());
        Path staging = pool.path("staging");
        backend.stage(next, pool.stage(next, staging));

        assertThat(firstByteThatIsNotZero(LvmFixture.node(staging))).isEmpty();
    }

    @Test
    void anInterruptedZeroingIsCompletedAfterTheNextStart() throws Exception {
        LvmBackend backend = pool.backend();
        fill(backend, LvmFixture.volume("first", SIZE, ""));
        VolumeMeta next = LvmFixture.volume("next", SIZE, "");
        // As a process leaves it that is killed after it recorded the volume.
        pool.records().write(next);
        VolumeZeroing.note(pool.records(), next.id(), 0);
        pool.open().create(VolumeTags.name(next.id()), SIZE.count(), tagsWhileZeroed(next));

        LvmBackend restarted = pool.backend();
        restarted.recover();
        Path staging = pool.path("staging");
        restarted.stage(next, pool.stage(next, staging));

        assertThat(firstByteThatIsNotZero(LvmFixture.node(staging))).isEmpty();
    }

    /// As in a directory that was restored from a backup.
    @Test
    void aNoteThatIsOlderThanTheUseOfTheVolumeZeroesNothing() throws Exception {
        LvmBackend backend = pool.backend();
        VolumeMeta volume = LvmFixture.volume("v", SIZE, "");
        Path staging = pool.path("staging");
        backend.create(volume, Optional.empty());
        backend.stage(volume, pool.stage(volume, staging));
        writePattern(volume, LvmFixture.node(staging));
        backend.unstage(volume.id(), staging);
        VolumeZeroing.note(pool.records(), volume.id(), 0);

        LvmBackend restarted = pool.backend();
        restarted.recover();
        restarted.stage(volume, pool.stage(volume, staging));

        assertThat(firstByteThatIsNotZero(LvmFixture.node(staging))).contains(0L);
        assertThat(VolumeZeroing.isNeeded(pool.records(), volume.id())).isFalse();
    }

    private static List<String> tagsWhileZeroed(VolumeMeta volume) {
        return Stream.concat(new VolumeTags("owner-1").of(volume).stream(), Stream.of(VolumeTags.zeroing(0)))
                .toList();
    }

    @Test
    void aZeroingThatADeletionStoppedIsNotTakenForComplete() throws Exception {
        pool.backend();
        VolumeMeta volume = LvmFixture.volume("v", SIZE, "");
        String name = VolumeTags.name(volume.id());
        pool.records().write(volume);
        VolumeZeroing.note(pool.records(), volume.id(), 0);
        VolumeGroup group = pool.open();
        group.create(name, SIZE.count(), tagsWhileZeroed(volume));
        group.activate(name);
        String device = group.device(name).orElseThrow().node().toString();
        VolumeZeroing zeroing = new VolumeZeroing(group, Duration.ofSeconds(1));

        CommandRunner.run(Duration.ofSeconds(30), List.of("dmsetup", "suspend", device)); // a disk that is slow
        try {
            zeroing.start(pool.records(), volume.id());
            assertThatThrownBy(() -> zeroing.cancel(volume.id())).hasMessageContaining("still being overwritten");
        } finally {
            CommandRunner.run(Duration.ofSeconds(30), List.of("dmsetup", "resume", device));
        }

        await().until(() -> {
            try {
                zeroing.complete(pool.records(), volume.id());
                return true;
            } catch (CsiException e) {
                return false;
            }
        });
        assertThat(VolumeZeroing.isNeeded(pool.records(), volume.id())).isFalse();
    }

    @Test
    void aVolumeThatIsBeingZeroedIsNotStagedAndTheAnswerHasTheProgress() throws Exception {
        LvmBackend backend = pool.backend(Duration.ofMillis(200));
        VolumeMeta volume = LvmFixture.volume("v", SIZE, "");
        Path staging = pool.path("staging");
        String name = VolumeTags.name(volume.id());
        pool.records().write(volume);
        VolumeZeroing.note(pool.records(), volume.id(), 0);
        VolumeGroup group = pool.open();
        group.create(name, SIZE.count(), tagsWhileZeroed(volume));
        group.activate(name);
        String device = group.device(name).orElseThrow().node().toString();

        CommandRunner.run(Duration.ofSeconds(30), List.of("dmsetup", "suspend", device)); // a disk that is slow
        try {
            assertThatThrownBy(() -> backend.stage(volume, pool.stage(volume, staging)))
                    .hasMessageContaining("being overwritten with zeroes before its first use (0 %)")
                    .isInstanceOfSatisfying(
                            CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.ABORTED));
            assertThat(LvmFixture.isStaged(staging)).isFalse();
        } finally {
            CommandRunner.run(Duration.ofSeconds(30), List.of("dmsetup", "resume", device));
        }

        await().until(() -> !VolumeZeroing.isNeeded(pool.records(), volume.id()));
        backend.stage(volume, pool.stage(volume, staging));
        assertThat(firstByteThatIsNotZero(LvmFixture.node(staging))).isEmpty();
    }

    @Test
    void theNewSpaceOfARawVolumeIsZeroed() throws Exception {
        LvmBackend backend = pool.backend();
        fill(backend, LvmFixture.volume("first", SIZE, ""));
        VolumeMeta volume = LvmFixture.volume("v", Bytes.mebi(16), "");
        Path staging = pool.path("staging");
        backend.create(volume, Optional.empty());
        backend.stage(volume, pool.stage(volume, staging));

        assertThatThrownBy(() -> backend.expand(volume, SIZE)).hasMessageContaining("raw device in use");
        backend.unstage(volume.id(), staging);
        backend.expand(volume, SIZE);
        VolumeMeta expanded = volume.size(SIZE);
        backend.stage(expanded, pool.stage(expanded, staging));

        assertThat(firstByteThatIsNotZero(LvmFixture.node(staging))).isEmpty();
    }

    @Test
    void whatIsInSpaceThatAnAdministratorAddedIsKept() throws Exception {
        LvmBackend backend = pool.backend();
        VolumeMeta volume = LvmFixture.volume("v", Bytes.mebi(16), "");
        Path staging = pool.path("staging");
        backend.create(volume, Optional.empty());
        backend.stage(volume, pool.stage(volume, staging));
        pool.group().lvm("lvextend", "--size", "24m", pool.group().name() + "/" + VolumeTags.name(volume.id()));
        long there = Bytes.mebi(20).count();
        try (FileChannel device = FileChannel.open(LvmFixture.node(staging), StandardOpenOption.WRITE)) {
            device.write(ByteBuffer.wrap(new byte[] {0x5a}), there);
            device.force(true);
        }
        backend.unstage(volume.id(), staging);

        backend.expand(volume, SIZE);
        VolumeMeta expanded = volume.size(SIZE);
        backend.stage(expanded, pool.stage(expanded, staging));

        assertThat(firstByteThatIsNotZero(LvmFixture.node(staging))).contains(there);
    }

    @Test
    void aFullGroupIsReportedAsExhausted() throws Exception {
        LvmBackend backend = pool.backend();
        VolumeMeta tooBig = LvmFixture.volume("big", Bytes.mebi(400), "");

        assertThatThrownBy(() -> backend.create(tooBig, Optional.empty()))
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.RESOURCE_EXHAUSTED));
        backend.delete(tooBig.id());
    }

    private void fill(LvmBackend backend, VolumeMeta volume) throws CsiException, IOException {
        Path staging = pool.path("staging");
        backend.create(volume, Optional.empty());
        backend.stage(volume, pool.stage(volume, staging));
        writePattern(volume, LvmFixture.node(staging));
        backend.unstage(volume.id(), staging);
        backend.delete(volume.id());
    }

    private static void writePattern(VolumeMeta volume, Path node) throws IOException {
        byte[] pattern = new byte[1 << 20];
        Arrays.fill(pattern, (byte) 0x5a);
        try (FileChannel device = FileChannel.open(node, StandardOpenOption.WRITE)) {
            for (long at = 0; at < volume.size().count(); at += pattern.length) {
                device.write(ByteBuffer.wrap(pattern), at);
            }
        }
        try (Descriptor device = Descriptor.openForReading(node)) {
            device.sync();
        }
    }

    private static Optional<Long> firstByteThatIsNotZero(Path node) throws IOException {
        ByteBuffer part = ByteBuffer.allocate(1 << 20);
        try (FileChannel device = FileChannel.open(node, StandardOpenOption.READ)) {
            for (long at = 0; device.read(part.clear(), at) > 0; at += part.position()) {
                int difference = ByteBuffer.allocate(part.position())
                        .mismatch(part.duplicate().flip());
                if (difference >= 0) {
                    return Optional.of(at + difference);
                }
            }
        }
        return Optional.empty();
    }
}
