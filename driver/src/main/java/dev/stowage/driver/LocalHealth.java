package dev.stowage.driver;

import dev.stowage.driver.iolimit.IoLimiter;
import dev.stowage.sdk.ControllerVolumeHealth;
import dev.stowage.sdk.CsiCode;
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
record LocalHealth(StoragePools storagePools, IoLimiter ioLimiter)
        implements ControllerVolumeHealth, NodeVolumeHealth, NodeStorageHealth {

    @Override
    public List<HealthProblem> health(VolumeId id, Secrets secrets) throws CsiException, IOException {
        Optional<StoragePools.Found> found;
        try {
            found = storagePools.find(id);
        } catch (CsiException e) {
            return unreachable(e);
        }
        if (found.isEmpty()) { // it is recorded, but in no pool
            return List.of(new HealthProblem(
                    HealthProblem.Kind.DATA_LOSS,
                    "VolumeMissing",
                    "volume " + id + " is missing in all pools; check that its disk is mounted, or restore a backup"));
        }
        return problems(found.get(), Optional.empty(), Optional.empty());
    }

    @Override
    public List<HealthProblem> healthOnNode(VolumeId id, Optional<Path> publishedAt, Optional<Path> stagedAt)
            throws CsiException, IOException {
        StoragePools.Found found;
        try {
            found = storagePools.require(id);
        } catch (CsiException e) {
            return unreachable(e);
        }
        return problems(found, publishedAt, stagedAt);
    }

    private List<HealthProblem> problems(StoragePools.Found found, Optional<Path> publishedAt, Optional<Path> stagedAt)
            throws CsiException, IOException {
        List<HealthProblem> problems =
                new ArrayList<>(found.storagePool().backend().health(found.volume(), publishedAt, stagedAt));
        ioLimiter.problem(found.volume()).ifPresent(problems::add);
        return problems;
    }

    /// A share whose server does not answer is a problem of the volume and not of the call.
    private static List<HealthProblem> unreachable(CsiException e) throws CsiException {
        if (e.code() != CsiCode.UNAVAILABLE) {
            throw e;
        }
        return List.of(
                new HealthProblem(HealthProblem.Kind.INACCESSIBLE, "ShareUnavailable", String.valueOf(e.getMessage())));
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
