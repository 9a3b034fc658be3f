package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.pool.CapacityReservation;
import dev.stowage.driver.pool.Pool;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// How much can be provisioned in a volume group.
@Tag("lab")
@Tag("slow")
class ThickCapacityTest {

    private static final Bytes LOW_WATER = Bytes.mebi(16);
    private static final Bytes SIZE = Bytes.mebi(64);

    @RegisterExtension
    final LvmFixture group = new LvmFixture(false, Bytes.mebi(200));

    @Test
    void whatIsAvailableIsTheFreeSpaceOfTheGroupWithoutTheLowWaterMark() throws Exception {
        Pool pool = LvmFixture.started(group.settings(1, LOW_WATER, false));
        LvmBackend backend = group.backend(pool);
        Bytes before = pool.availableCapacity().available();
        assertThat(before.count()).isEqualTo(group.open().state().free() - LOW_WATER.count());

        try (CapacityReservation reserved = pool.reserve(SIZE, false)) {
            backend.create(LvmFixture.volume("v", SIZE, ""), Optional.empty());
            reserved.keep();
        }

        assertThat(pool.availableCapacity().available().count()).isEqualTo(before.count() - SIZE.count());
        assertThat(LvmFixture.started(group.settings(1, LOW_WATER, false))
                        .availableCapacity()
                        .available())
                .as("after a restart")
                .isEqualTo(pool.availableCapacity().available());
    }

    @Test
    void aLogicalVolumeOfTheAdministratorIsNotAvailable() throws Exception {
        Pool pool = LvmFixture.started(group.settings(1, LOW_WATER, false));
        long before = pool.availableCapacity().available().count();

        group.group()
                .lvm(
                        "lvcreate",
                        "--size",
                        "64m",
                        "--name",
                        "other",
                        group.group().name());

        assertThat(pool.availableCapacity().available().count()).isEqualTo(before - SIZE.count());
        assertThatThrownBy(() -> pool.reserve(Bytes.of(before), false))
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.RESOURCE_EXHAUSTED));
    }

    @Test
    void nothingIsCreatedBelowTheLowWaterMark() throws Exception {
        Pool pool = LvmFixture.started(group.settings(1, Bytes.mebi(190), false));
        group.group()
                .lvm(
                        "lvcreate",
                        "--size",
                        "64m",
                        "--name",
                        "other",
                        group.group().name());

        assertThatThrownBy(() -> pool.reserve(Bytes.mebi(4), false))
                .hasMessageContaining("volume group " + group.group().name() + " has only")
                .hasMessageContaining("extend it with vgextend");
        assertThat(pool.problems()).anyMatch(problem -> problem.reason().equals("PoolFull"));
        assertThat(pool.availableCapacity().available()).isEqualTo(Bytes.ZERO);
    }

    @Test
    void thePointInTimeOfACopyTakesItsRoomAndNotTheSizeOfItsVolume() throws Exception {
        Pool pool = LvmFixture.started(group.settings(1, LOW_WATER, false));
        VolumeMeta volume = LvmFixture.volume("v", SIZE, "");
        try (CapacityReservation reserved = pool.reserve(SIZE, false)) {
            group.backend(pool).create(volume, Optional.empty());
            reserved.keep();
        }
        long before = pool.availableCapacity().available().count();
        String cow = VolumeTags.cowName(VolumeTags.name(SnapshotId.of("s")));

        group.open()
                .copyOnWrite(
                        VolumeTags.name(volume.id()),
                        cow,
                        Bytes.mebi(8).count(),
                        new VolumeTags(pool.owner()).ofCow(volume.id()));

        assertThat(pool.availableCapacity().available().count())
                .isEqualTo(before - Bytes.mebi(8).count());
        group.open().remove(cow);
        assertThat(pool.availableCapacity().available().count()).isEqualTo(before);
    }
}
