package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.pool.Pool;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// How much can be provisioned in a thin pool.
@Tag("lab")
@Tag("slow")
class ThinCapacityTest {

    private static final Bytes LOW_WATER = Bytes.mebi(16);
    private static final Bytes EXTENT = Bytes.mebi(4);

    @RegisterExtension
    final LvmFixture group = new LvmFixture(true, Bytes.mebi(300));

    @Test
    void sizesAreReservedUpToTheThinPool() throws Exception {
        Pool pool = LvmFixture.started(group.settings(1, LOW_WATER, false));
        Bytes all = pool.availableCapacity().available();
        assertThat(all.count()).isEqualTo(thinPool().size() - LOW_WATER.count());

        pool.reserve(all, false).keep();

        assertThat(pool.availableCapacity().available()).isEqualTo(Bytes.ZERO);
        refused(() -> pool.reserve(EXTENT, false), "are already provisioned");
    }

    @Test
    void overcommitMultipliesWhatCanBeProvisionedAndIsThenTheLimit() throws Exception {
        Pool pool = LvmFixture.started(group.settings(2, LOW_WATER, false));
        LvmBackend backend = group.backend(pool);
        Bytes size = Bytes.mebi(200);
        for (String name : new String[] {"a", "b"}) {
            pool.reserve(size, false).keep();
            backend.create(LvmFixture.volume(name, size, ""), Optional.empty());
        }

        assertThat(2 * size.count()).isGreaterThan(thinPool().size());
        refused(() -> pool.reserve(size, false), "are already provisioned");
    }

    @Test
    void nothingIsCreatedWhileTheDataOfTheThinPoolIsBelowTheLowWaterMark() throws Exception {
        Pool pool = LvmFixture.started(group.settings(1, Bytes.mebi(128), true));
        pool.reserve(EXTENT, true).keep();

        fill(pool, Bytes.mebi(160));

        refused(() -> pool.reserve(EXTENT, true), "below the low-water mark of 128MiB");
        refused(() -> pool.reserve(EXTENT, false), "extend it with lvextend");
        assertThat(pool.problems()).anyMatch(problem -> problem.reason().equals("PoolFull"));
        assertThat(pool.availableCapacity().available()).isEqualTo(Bytes.ZERO);
    }

    @Test
    void nothingIsCreatedWhileTheMetadataOfTheThinPoolIsBelowItsMark() throws Exception {
        int mark = (int) (100 - thinPool().metadataPercent()) - 1;
        Pool pool = LvmFixture.started(group.settings(1, LOW_WATER, true).metadataLowWater(mark));
        pool.reserve(EXTENT, true).keep();
        assertThat(pool.problems()).isEmpty();

        fill(pool, Bytes.mebi(200)); // a mapping for each block

        refused(() -> pool.reserve(EXTENT, true), "extend it with lvextend --poolmetadatasize");
        assertThat(pool.problems())
                .anyMatch(problem -> problem.reason().equals("PoolMetadataFull"))
                .noneMatch(problem -> problem.reason().equals("PoolFull"));
        assertThat(pool.availableCapacity().available()).isEqualTo(Bytes.ZERO);

        group.group()
                .lvm("lvextend", "--poolmetadatasize", "+8m", group.group().name() + "/" + TestVolumeGroup.THIN_POOL);

        pool.reserve(EXTENT, true).keep();
        assertThat(pool.problems()).isEmpty();
    }

    private void fill(Pool pool, Bytes size) throws CsiException, IOException {
        LvmBackend backend = group.backend(pool);
        VolumeMeta volume = LvmFixture.volume("v", size, "");
        Path staging = group.path("staging");
        backend.create(volume, Optional.empty());
        backend.stage(volume, group.stage(volume, staging));
        DeviceWriter.fill(LvmFixture.node(staging), 0, size.count());
    }

    private LogicalVolume thinPool() throws IOException {
        return group.open().state().find(TestVolumeGroup.THIN_POOL).orElseThrow();
    }

    private static void refused(ThrowingCallable call, String why) {
        assertThatThrownBy(call)
                .hasMessageContaining(why)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.RESOURCE_EXHAUSTED));
    }
}
