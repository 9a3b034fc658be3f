package dev.stowage.driver.pool;

import static dev.stowage.driver.pool.PoolFixture.LOW_WATER;
import static dev.stowage.driver.pool.PoolFixture.MIB;
import static dev.stowage.driver.pool.PoolFixture.open;
import static dev.stowage.driver.pool.PoolFixture.overcommit;
import static dev.stowage.driver.pool.PoolFixture.settings;
import static dev.stowage.driver.pool.PoolFixture.withoutOwnPool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.driver.filesystem.TestDisks;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ProvisionedCapacityTest {
    private static final long DISK = 400 * MIB;

    @RegisterExtension
    final TestDisks testDisks = new TestDisks();

    @AfterEach
    void letGo() {
        PoolFixture.releaseAll();
    }

    @Test
    void whatIsPromisedIsNotPromisedAgainUntilItIsGivenBack() throws Exception {
        Pool pool = open(plain());
        Bytes all = pool.availableCapacity().available();

        try (CapacityReservation kept = pool.reserve(all, false)) {
            kept.keep();
        }

        assertRoom(pool, 0);
        assertRefused(CsiCode.RESOURCE_EXHAUSTED, () -> pool.reserve(Bytes.mebi(2), false));
        pool.unreserve(all, false);
        assertRoom(pool, all.count());
    }

    @Test
    void reservationThatIsNotKeptGivesItsSpaceBackOnce() throws Exception {
        Pool pool = open(plain());
        Bytes before = pool.availableCapacity().available();
        CapacityReservation lost = pool.reserve(Bytes.mebi(100), false);
        assertRoom(pool, before.count() - 100 * MIB);

        lost.close();
        lost.close();

        assertRoom(pool, before.count());
    }

    @Test
    void sizeThatThePoolCouldNeverHoldIsOutOfRange() throws Exception {
        Pool pool = open(plain());

        assertRefused(CsiCode.OUT_OF_RANGE, () -> pool.reserve(Bytes.of(DISK), false));
        assertRefused(CsiCode.OUT_OF_RANGE, () -> pool.reserve(Bytes.UNLIMITED, false));
        assertRefused(CsiCode.OUT_OF_RANGE, () -> pool.reserve(Bytes.UNLIMITED, true));
    }

    @Test
    void aDiskThatIsTooSmallForAnyVolumeIsReportedAsSuch() throws Exception {
        PoolSettings plain = plain();
        Pool pool = open(new PoolSettings(
                "small", plain.kind(), plain.directory(), plain.poolSize(), 1.0, Bytes.gibi(1), false, false));

        assertThatThrownBy(() -> pool.reserve(Bytes.mebi(1), false))
                .isInstanceOf(CsiException.class)
                .hasMessageContaining("pool small cannot hold any volume: the disk of " + plain.directory()
                        + " is too small, it has ");
    }

    @Test
    void promisesAreCountedFromTheRecordsAfterARestart() throws Exception {
        PoolSettings settings = plain();
        Bytes before = open(settings).availableCapacity().available();
        Pool earlier = open(settings);
        PoolFixture.write(earlier, "a", Bytes.mebi(50), false);
        PoolFixture.write(earlier, "thin", Bytes.mebi(70), true);
        PoolFixture.writeSnapshot(earlier, "s", Bytes.mebi(30));

        Pool later = open(settings);

        assertRoom(later, before.count() - 80 * MIB);
    }

    @Test
    void leftoverWithoutARecordIsNotCounted() throws Exception {
        PoolSettings settings = plain();
        Bytes before = open(settings).availableCapacity().available();
        Path leftover = open(settings).directory().volumes().resolve("leftover");
        assertThat(leftover.toFile().mkdir()).isTrue();

        assertRoom(open(settings), before.count());
    }

    @Test
    void whatOthersKeepOnTheDiskIsNotPromised() throws Exception {
        Path directory = PoolFixture.disk(testDisks, FileSystem.XFS, DISK);
        Path others = directory.resolveSibling("others");
        java.nio.file.Files.write(others, new byte[(int) (100 * MIB)]);
        Pool pool = open(settings(BackendKind.DIRECTORY, directory));
        assertThat(pool.availableCapacity().available())
                .isGreaterThan(Bytes.mebi(100))
                .isLessThan(Bytes.of(DISK - 100 * MIB));
    }

    @Test
    void overcommitPromisesSoManyTimesWhatThereIs() throws Exception {
        PoolSettings once = plain();
        Bytes single = open(once).availableCapacity().available();

        assertThat(open(overcommit(once, 2.5)).availableCapacity().available().count())
                .isCloseTo((long) (single.count() * 2.5), org.assertj.core.data.Offset.offset(MIB));
    }

    @Test
    void belowTheLowWaterMarkNothingIsMadeNotEvenThin() throws Exception {
        Pool pool = open(plain());
        long free = FileSystems.free(pool.directory().root());
        PoolFixture.allocate(pool, "filler", Bytes.of(free - LOW_WATER.count() / 2));

        assertThat(pool.availableCapacity().available()).isEqualTo(Bytes.ZERO);
        assertRefused(CsiCode.RESOURCE_EXHAUSTED, () -> pool.reserve(Bytes.of(4096), true));
        assertRefused(CsiCode.RESOURCE_EXHAUSTED, () -> pool.reserve(Bytes.of(4096), false));
        assertThat(pool.problems()).extracting("reason").containsExactly("PoolFull");
    }

    @Test
    void thinVolumesTakeNothingFromOthersUntilTheyWrite() throws Exception {
        Pool pool = open(plain());
        Bytes before = pool.availableCapacity().available();

        for (int i = 0; i < 10; i++) {
            pool.reserve(Bytes.mebi(200), true).keep();
        }

        assertRoom(pool, before.count());
    }

    @Test
    void sixteenAtOnceAreNeverPromisedMoreThanThereIs() throws Exception {
        Pool pool = open(plain());
        Bytes all = pool.availableCapacity().available();
        Bytes each = Bytes.of(64 << 10);
        CyclicBarrier together = new CyclicBarrier(16);
        List<Future<Integer>> counts = new ArrayList<>();
        try (var threads = Executors.newFixedThreadPool(16)) {
            for (int i = 0; i < 16; i++) {
                counts.add(threads.submit(() -> {
                    together.await();
                    return taken(pool, each);
                }));
            }
        }
        long promised = 0;
        for (Future<Integer> count : counts) {
            promised += count.get() * each.count();
        }

        assertThat(promised).isLessThanOrEqualTo(all.count() + MIB).isGreaterThan(all.count() - each.count() - MIB);
        assertThat(pool.provisioned()).isEqualTo(Bytes.of(promised));
    }

    /// Some creations fail, and their space can be reserved again.
    private static int taken(Pool pool, Bytes each) throws Exception {
        int kept = 0;
        for (int attempt = 0; ; attempt++) {
            try (CapacityReservation space = pool.reserve(each, false)) {
                if (attempt % 3 != 0) {
                    space.keep();
                    kept++;
                }
            } catch (CsiException e) {
                assertThat(e.code()).isEqualTo(CsiCode.RESOURCE_EXHAUSTED);
                if (pool.availableCapacity().available().isLessThan(each)) {
                    return kept;
                }
            }
        }
    }

    private PoolSettings plain() throws Exception {
        return withoutOwnPool(settings(BackendKind.IMAGE, PoolFixture.disk(testDisks, FileSystem.XFS, DISK)));
    }

    /// The free space of a real file system varies slightly.
    private static void assertRoom(Pool pool, long bytes) throws Exception {
        assertThat(pool.availableCapacity().available().count()).isBetween(bytes - MIB, bytes + MIB);
    }

    static void assertRefused(CsiCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining("pool test");
    }
}
