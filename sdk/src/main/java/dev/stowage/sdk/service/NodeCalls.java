package dev.stowage.sdk.service;

import dev.stowage.csi.v1.NodeExpandVolumeRequest;
import dev.stowage.csi.v1.NodeExpandVolumeResponse;
import dev.stowage.csi.v1.NodeGetStorageHealthRequest;
import dev.stowage.csi.v1.NodeGetStorageHealthResponse;
import dev.stowage.csi.v1.NodeGetVolumeHealthRequest;
import dev.stowage.csi.v1.NodeGetVolumeHealthResponse;
import dev.stowage.csi.v1.NodeGetVolumeStatsRequest;
import dev.stowage.csi.v1.NodeGetVolumeStatsResponse;
import dev.stowage.csi.v1.StorageHealthErrorType;
import dev.stowage.csi.v1.VolumeUsage;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NodeExpansion;
import dev.stowage.sdk.NodeGrowth;
import dev.stowage.sdk.NodeHealth;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Stats;
import dev.stowage.sdk.StorageHealth;
import dev.stowage.sdk.StorageProblem;
import dev.stowage.sdk.Usage;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.Records;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// What concerns volumes that are on this node already.
record NodeCalls(Base base) {

    NodeGetVolumeStatsResponse stats(NodeGetVolumeStatsRequest request) throws CsiException, IOException {
        Stats stats = base.roles().require(Stats.class, "NodeGetVolumeStats");
        VolumeId id = Requests.volume(request.getVolumeId(), "volume_id");
        Path path = Requests.place(request.getVolumePath(), "volume_path", id);
        Optional<Path> stagedAt = Requests.optionalPath(request.getStagingTargetPath(), "staging_target_path");
        mustBeAt(id, path);
        Usage usage = stats.stats(id, path);
        var answer = NodeGetVolumeStatsResponse.newBuilder().addUsage(usage(usage.bytes(), VolumeUsage.Unit.BYTES));
        usage.inodes().ifPresent(inodes -> answer.addUsage(usage(inodes, VolumeUsage.Unit.INODES)));
        Optional<NodeHealth> health = base.roles().find(NodeHealth.class);
        if (health.isPresent()) {
            answer.setVolumeCondition(Wire.condition(health.get().healthOnNode(id, Optional.of(path), stagedAt)));
        }
        return answer.build();
    }

    private static VolumeUsage usage(Usage.Amount amount, VolumeUsage.Unit unit) {
        return VolumeUsage.newBuilder()
                .setTotal(amount.total())
                .setUsed(amount.used())
                .setAvailable(amount.available())
                .setUnit(unit)
                .build();
    }

    NodeGetVolumeHealthResponse health(NodeGetVolumeHealthRequest request) throws CsiException, IOException {
        NodeHealth health = base.roles().require(NodeHealth.class, "NodeGetVolumeHealth");
        VolumeId id = Requests.volume(request.getVolumeId(), "volume_id");
        Optional<Path> publishedAt = Requests.optionalPath(request.getVolumePublishPath(), "volume_publish_path");
        Optional<Path> stagedAt = Requests.optionalPath(request.getStagingTargetPath(), "staging_target_path");
        return NodeGetVolumeHealthResponse.newBuilder()
                .setVolumeHealth(Wire.health(id, health.healthOnNode(id, publishedAt, stagedAt)))
                .build();
    }

    NodeGetStorageHealthResponse storage(NodeGetStorageHealthRequest request) throws CsiException, IOException {
        StorageHealth health = base.roles().require(StorageHealth.class, "NodeGetStorageHealth");
        var answer = NodeGetStorageHealthResponse.newBuilder();
        for (StorageProblem problem : health.storageHealth(new Secrets(request.getSecretsMap()))) {
            answer.addBackendHealthBuilder()
                    .setStatus(
                            problem.unreachable()
                                    ? StorageHealthErrorType.STORAGE_UNREACHABLE
                                    : StorageHealthErrorType.STORAGE_DEGRADED)
                    .setReason(problem.reason())
                    .setMessage(problem.message());
        }
        return answer.build();
    }

    NodeExpandVolumeResponse expand(NodeExpandVolumeRequest request) throws CsiException, IOException {
        NodeExpansion expansion = base.roles().require(NodeExpansion.class, "NodeExpandVolume");
        VolumeId id = Requests.volume(request.getVolumeId(), "volume_id");
        Path path = Requests.place(request.getVolumePath(), "volume_path", id);
        NodeGrowth wanted = new NodeGrowth(
                id,
                path,
                Requests.optionalPath(request.getStagingTargetPath(), "staging_target_path"),
                Requests.size(request.getCapacityRange()),
                request.hasVolumeCapability()
                        ? Optional.of(Requests.capability(request.getVolumeCapability()))
                        : Optional.empty(),
                new Secrets(request.getSecretsMap()));
        try (var _ = base.locks().exclusive(id)) {
            mustBeAt(id, path);
            Bytes size = expansion.expandOnNode(wanted);
            return NodeExpandVolumeResponse.newBuilder()
                    .setCapacityBytes(size.count())
                    .build();
        }
    }

    private void mustBeAt(VolumeId id, Path path) throws CsiException, IOException {
        Optional<Records> records = base.records();
        if (records.isPresent()
                && !records.get().publications().isAt(id, path)
                && !records.get().stagings().isAt(id, path)) {
            throw CsiException.notFound("volume %s is not at %s on this node".formatted(id, path));
        }
    }
}
