package dev.stowage.driver;

import dev.stowage.sdk.ControllerVolumeHealth;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.NodeStorageHealth;
import dev.stowage.sdk.NodeVolumeHealth;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.StorageProblem;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is wrong with volumes and with the pools behind them.
record LocalHealth(StoragePools storagePools) implements ControllerVolumeHealth, NodeVolumeHealth, NodeStorageHealth {

    @Override
    public List<HealthProblem> health(VolumeId id, Secrets secrets) throws CsiException, IOException {
        Optional<StoragePools.Found> found = storagePools.find(id);
        if (found.isEmpty()) { // it is recorded, but in no pool
            return List.of(new HealthProblem(
                    HealthProblem.Kind.DATA_LOSS,
                    "VolumeMissing",
                    "volume " + id + " is missing in all pools; check that its disk is mounted, or restore a backup"));
        }
        return found.get().storagePool().backend().health(found.get().volume(), Optional.empty(), Optional.empty());
    }

    @Override
    public List<HealthProblem> healthOnNode(VolumeId id, Optional<Path> publishedAt, Optional<Path> stagedAt)
            throws CsiException, IOException {
        StoragePools.Found found = storagePools.require(id);
        return found.storagePool().backend().health(found.volume(), publishedAt, stagedAt);
    }

    @Override
    public List<StorageProblem> storageHealth(Secrets secrets) throws IOException {
        List<StorageProblem> problems = new ArrayList<>();
        for (StoragePool pool : storagePools.all()) {
            problems.addAll(pool.pool().problems());
        }
        return problems;
    }
}
