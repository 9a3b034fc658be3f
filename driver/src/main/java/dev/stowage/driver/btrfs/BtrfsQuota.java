package dev.stowage.driver.btrfs;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.btrfs.BtrfsIoctl;
import dev.stowage.linux.btrfs.BtrfsQgroups;
import dev.stowage.linux.btrfs.BtrfsQgroups.Counting;
import dev.stowage.linux.btrfs.BtrfsSubvolumes;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The qgroup accounting of one pool, which enforces sizes. Thread-safe.
///
/// Exact qgroups, not simple quotas: those charge an extent to the subvolume that wrote it for as long as any
/// snapshot holds it. A volume with snapshots would run full of data that it no longer has, and a clone would
/// count nothing of what it shows.
final class BtrfsQuota {
    private static final Logger log = LoggerFactory.getLogger(BtrfsQuota.class);

    private static final Path SYSTEM = Path.of("/sys/fs/btrfs");
    /// The maximum height of a btrfs tree.
    private static final String ALWAYS = "8";

    private final Path pool;
    private final Set<Long> leaving = new TreeSet<>();

    BtrfsQuota(Path pool) {
        this.pool = pool;
    }

    /// Enables quota at the first use, and repairs it when it is inconsistent.
    synchronized void ensure(Descriptor root) throws CsiException, IOException {
        switch (BtrfsQgroups.counting(root)) {
            case EXACT -> {}
            case OFF -> {
                log.info("Enabling qgroups of the pool at {} to enforce volume sizes.", pool);
                BtrfsQgroups.enable(root);
            }
            case INCONSISTENT -> {
                log.warn("The qgroups of the pool at {} are inconsistent; rescanning.", pool);
                BtrfsQgroups.rescan(root);
            }
            case SIMPLE ->
                throw CsiException.failedPrecondition(
                        ("the pool at %s uses simple quotas, which are wrong for volumes with snapshots;"
                                        + " turn them off with \"btrfs quota disable\"")
                                .formatted(pool));
        }
        countEveryRemoval(root);
    }

    /// By default the kernel skips the accounting when it drops a large subvolume, and all numbers of the pool
    /// are wrong until a rescan. This setting lasts until the pool is unmounted.
    private void countEveryRemoval(Descriptor root) {
        try {
            Path threshold = SYSTEM.resolve(BtrfsIoctl.uuid(root).toString()).resolve("qgroups/drop_subtree_threshold");
            if (Files.exists(threshold) && !Files.readString(threshold).strip().equals(ALWAYS)) {
                Files.writeString(threshold, ALWAYS);
            }
        } catch (IOException e) {
            // Without it the pool is rescanned after such a removal.
            log.debug("Cannot set drop_subtree_threshold of the pool at {}: {}", pool, e.getMessage());
        }
    }

    static boolean isExact(Descriptor root) throws IOException {
        return BtrfsQgroups.counting(root) == Counting.EXACT;
    }

    /// The subvolume was destroyed. Its qgroup can be removed after the kernel has dropped the subvolume, which
    /// newer kernels do by themselves. A removal that failed is retried at the next removal and at the next
    /// start.
    synchronized void leaves(Descriptor root, long id) throws IOException {
        leaving.add(id);
        for (long one : Set.copyOf(leaving)) {
            if (BtrfsQgroups.remove(root, one)) {
                leaving.remove(one);
            }
        }
    }

    /// Removes the qgroups of all deleted subvolumes.
    synchronized void sweep(Descriptor root) throws IOException {
        for (long id : BtrfsQgroups.list(root)) {
            if (!BtrfsSubvolumes.exists(root, id)) {
                log.info("Removing qgroup 0/{} of a deleted subvolume from the pool at {}.", id, pool);
                leaves(root, id);
            }
        }
    }
}
