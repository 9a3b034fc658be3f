package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Clones of thick volumes, on a real volume group.
@Tag("lab")
class ThickCloneTest {

    @RegisterExtension
    final LvmFixture pool = new LvmFixture(false, Bytes.mebi(900));

    private final VolumeMeta raw = LvmFixture.volume("v", Bytes.mebi(64), "");

    /// Both are mounted at the same time, so they must not have the same UUID.
    @ParameterizedTest
    @ValueSource(strings = {"ext4", "xfs", "btrfs"})
    void aCloneOfAMountedVolumeIsMountedBesideIt(String fsType) throws Exception {
        ThickCalls calls = new ThickCalls(pool, pool.backend());
        VolumeMeta volume = LvmFixture.volume("v", Bytes.mebi(320), fsType);
        VolumeMeta clone = LvmFixture.volume("c", Bytes.mebi(400), fsType);
        Path original = calls.staged(volume);
        Files.writeString(original.resolve("file"), "before");

        calls.create(clone, new VolumeSource.OfVolume(volume.id()));
        Files.writeString(original.resolve("file"), "after");
        Path copy = calls.stage(clone);

        assertThat(copy.resolve("file")).hasContent("before");
        Files.writeString(copy.resolve("file"), "own");
        assertThat(original.resolve("file")).hasContent("after");
        assertThat(Files.getFileStore(copy).getTotalSpace())
                .isGreaterThan(Files.getFileStore(original).getTotalSpace());
        calls.mustHaveOnly(VolumeTags.name(volume.id()), VolumeTags.name(clone.id()));
    }

    @Test
    void whatIsBeyondTheContentOfARawDeviceIsZeroed() throws Exception {
        ThickCalls calls = new ThickCalls(pool, pool.backend());
        VolumeMeta deleted = LvmFixture.volume("d", Bytes.mebi(800), "");
        DeviceWriter.fill(calls.staged(deleted), 0, deleted.size().count());
        calls.unstage(deleted);
        calls.backend().delete(deleted.id());
        DeviceWriter.fill(calls.staged(raw), 0, Bytes.mebi(1).count());

        VolumeMeta bigger = LvmFixture.volume("c", Bytes.mebi(96), "");
        calls.create(bigger, new VolumeSource.OfVolume(raw.id()));
        Path copy = calls.stage(bigger);

        byte[] all = Files.readAllBytes(copy);
        assertThat(all[0]).isEqualTo((byte) 0x5a);
        for (int at = 1 << 20; at < all.length; at++) {
            if (all[at] != 0) {
                throw new AssertionError("byte " + at + " is not 0");
            }
        }
    }

    @Test
    void aCloneThatWasInterruptedIsRemovedWithItsPointInTime() throws Exception {
        CheckpointListener death = checkpoint -> {
            if (checkpoint == Checkpoint.CLONED) {
                throw new DriverDeath();
            }
        };
        ThickCalls dying = new ThickCalls(pool, pool.backend(death));
        dying.staged(raw);
        dying.unstage(raw);
        VolumeMeta clone = LvmFixture.volume("c", raw.size(), "");
        assertThatThrownBy(() -> dying.create(clone, new VolumeSource.OfVolume(raw.id())))
                .hasRootCauseInstanceOf(DriverDeath.class);
        assertThat(dying.logicalVolumes()).hasSize(3);

        ThickCalls restarted = new ThickCalls(pool, pool.backend());
        restarted.backend().recover();
        assertThat(restarted.logicalVolumes()).as("without its point in time").hasSize(2);
        restarted.backend().delete(clone.id()); // as the records of the driver do at its start

        restarted.mustHaveOnly(VolumeTags.name(raw.id()));
        assertThat(pool.records().find(clone.id())).isEmpty();
        assertThat(pool.open().device(VolumeTags.name(raw.id()))).isEmpty();
        restarted.create(clone, new VolumeSource.OfVolume(raw.id()));
        restarted.backend().delete(raw.id());
        restarted.mustHaveOnly(VolumeTags.name(clone.id()));
    }

    @Test
    void aSnapshotOfAnotherProgramIsNotRemovedWithTheVolume() throws Exception {
        ThickCalls calls = new ThickCalls(pool, pool.backend());
        calls.staged(raw);
        calls.unstage(raw);
        String name = VolumeTags.name(raw.id());
        takeAsAdministrator(name);

        assertThatThrownBy(() -> calls.backend().delete(raw.id())).hasMessageContaining("another program took");
        assertThatThrownBy(() -> calls.backend().expand(raw, Bytes.mebi(96)))
                .hasMessageContaining("another program took");

        calls.mustHaveOnly(name, "backup");
    }

    private void takeAsAdministrator(String name) throws IOException {
        pool.group()
                .lvm(
                        "lvcreate",
                        "--snapshot",
                        "--size",
                        "8m",
                        "--name",
                        "backup",
                        pool.group().name() + "/" + name);
    }
}
