package dev.stowage.driver;

import dev.stowage.driver.mounter.protocol.MounterClient;
import dev.stowage.driver.share.Share;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.PublicationRepair;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// Binds published volumes again whose share was mounted again. The mounter reports each mount, and all present ones
/// when the driver connects, so nothing is missed while one of them does not run. Of the shares that the driver mounts
/// itself there are no events from outside: its own calls notice that a handle is stale, and a slow check does.
record LocalRepair(StoragePools storagePools, MounterClient mounter) implements PublicationRepair {
    private static final Duration SLOW = Duration.ofMinutes(1);

    private List<Share> shares() {
        return storagePools.all().stream()
                .flatMap(pool -> pool.pool().share().stream())
                .toList();
    }

    /// Whether there is anything that can die.
    boolean isNeeded() {
        return !shares().isEmpty();
    }

    @Override
    public void repair(VolumeId volume, Path target) throws CsiException, IOException {
        Optional<StoragePools.Found> found = storagePools.find(volume);
        if (found.isPresent()) {
            found.get().storagePool().backend().repair(found.get().volume(), target);
        }
    }

    @Override
    public void watch(Runnable check) throws IOException, InterruptedException {
        shares().forEach(share -> share.onReplaced(check));
        if (shares().stream().noneMatch(share -> share.source().isServed())) {
            new CountDownLatch(1).await();
        }
        mounter.watch(_ -> check.run());
    }

    @Override
    public Duration interval() {
        return shares().stream().allMatch(share -> share.source().isServed()) ? Duration.ZERO : SLOW;
    }
}
