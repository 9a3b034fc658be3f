package dev.stowage.driver;

import dev.stowage.driver.attach.AttachmentLimit;
import dev.stowage.driver.attach.AttachmentRecords;
import dev.stowage.driver.attach.LocalAttaching;
import dev.stowage.driver.attach.PoolAttachments;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.pool.PoolSettings;
import dev.stowage.flags.UsageException;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.server.Driver.CsiService;
import dev.stowage.sdk.server.DriverEnvironment;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The pools of the disk driver: directories that several nodes share, all of them or those of one zone.
final class SharedPools {

    private SharedPools() {}

    /// Which of the configured pools this process opens: a controller all, a node those that it has access to.
    static List<PoolSettings> opened(List<PoolSettings> configured, boolean attach, DriverEnvironment environment) {
        if (!attach) {
            if (hasTopology(configured)) {
                throw new UsageException("flag --config: pools with a topology require --attach");
            }
            return configured;
        }
        if (configured.stream().anyMatch(pool -> pool.kind() != BackendKind.IMAGE)) {
            throw new UsageException("flag --attach requires pools with backend image");
        }
        if (!environment.services().contains(CsiService.NODE) || !hasTopology(configured)) {
            return configured;
        }
        List<PoolSettings> near = configured.stream()
                .filter(pool -> environment.topology().isWithin(pool.topology()))
                .toList();
        if (near.isEmpty()) {
            throw new UsageException(
                    "flag --topology: no pool in --config is accessible from this node, whose topology is "
                            + environment.topology());
        }
        return environment.services().contains(CsiService.CONTROLLER) ? configured : near;
    }

    static boolean hasTopology(List<PoolSettings> pools) {
        return pools.stream().anyMatch(pool -> !pool.topology().equals(Topology.ANYWHERE));
    }

    /// The attachments of these pools. The node registers where its volumes can be.
    static PoolAttachments attachments(List<StoragePool> pools, int mostPerNode, DriverEnvironment environment)
            throws IOException {
        AttachmentLimit limit = new AttachmentLimit(mostPerNode);
        Map<String, AttachmentRecords> attachments = new HashMap<>();
        for (StoragePool pool : pools) {
            if (pool.pool().isMissing()) {
                continue; // its directory is that below the mount point
            }
            AttachmentRecords records =
                    AttachmentRecords.in(pool.pool().settings().directory(), limit);
            if (!environment.nodeId().isEmpty()) {
                if (environment.topology().isWithin(pool.topology())) {
                    records.register(environment.nodeId());
                } else if (environment.services().contains(CsiService.NODE)) {
                    records.forget(environment.nodeId());
                }
            }
            attachments.put(pool.pool().name(), records);
        }
        return new PoolAttachments(attachments);
    }

    static LocalAttaching attaching(PoolAttachments attachments, StoragePools pools) {
        return new LocalAttaching(attachments, new LocalAttaching.PoolOfVolume() {
            @Override
            public String require(VolumeId volume) throws CsiException, IOException {
                return pools.require(volume).storagePool().pool().name();
            }

            @Override
            public void requirePresent() throws CsiException, IOException {
                pools.requirePresent();
            }
        });
    }
}
