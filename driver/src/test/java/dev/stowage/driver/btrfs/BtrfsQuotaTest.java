package dev.stowage.driver.btrfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.PoolScratch;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.btrfs.BtrfsIoctl;
import dev.stowage.linux.btrfs.BtrfsQgroups;
import dev.stowage.sdk.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BtrfsQuotaTest {
    private static final Bytes SIZE = Bytes.mebi(20);

    @RegisterExtension
    final PoolScratch scratch = new PoolScratch();

    @SuppressWarnings("NullAway.Init") // set before each test
    private BtrfsPool pool;

    @BeforeEach
    void makePool() throws IOException {
        pool = BtrfsPool.make(scratch);
    }

    @Test
    void theFirstVolumeTurnsExactCountingOn() throws Exception {
        pool.create("a", SIZE);

        try (Descriptor root = Descriptor.openDirectory(pool.folder().root())) {
            assertThat(BtrfsQgroups.counting(root)).isEqualTo(BtrfsQgroups.Counting.EXACT);
            Path threshold =
                    Path.of("/sys/fs/btrfs", BtrfsIoctl.uuid(root).toString(), "qgroups/drop_subtree_threshold");
            assertThat(threshold).hasContent("8");
        }
    }

    @Test
    void deletingVolumesNeverPutsTheCountsOfOthersInDoubt() throws Exception {
        VolumeMeta staying = pool.create("staying", SIZE);
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<?>> lives = IntStream.range(0, 200)
                    .<Future<?>>mapToObj(i -> threads.submit(() -> {
                        VolumeMeta going = pool.create("going-" + i, SIZE);
                        pool.sync();
                        pool.backend().delete(going.id());
                        // The kernel drops the subvolume in the background, and counts its bytes until that is
                        // committed.
                        assertThat(pool.backend().health(staying, Optional.empty(), Optional.empty()))
                                .isEmpty();
                        return going;
                    }))
                    .toList();
            for (Future<?> life : lives) {
                life.get();
            }
        }
    }
}
