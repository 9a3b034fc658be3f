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
import dev.stowage.sdk.NodeExpandRequest;
import dev.stowage.sdk.NodeExpansion;
import dev.stowage.sdk.NodeStorageHealth;
import dev.stowage.sdk.NodeVolumeHealth;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.StorageProblem;
import dev.stowage.sdk.Usage;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeStats;
import dev.stowage.sdk.record.DriverRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Calls for volumes that are already on this node.
record NodeVolumeCalls(ServiceContext serviceContext) {

    NodeGetVolumeStatsResponse stats(NodeGetVolumeStatsRequest request) throws CsiException, IOException {
        VolumeStats volumeStats = serviceContext.driverRoles().require(VolumeStats.class, "NodeGetVolumeStats");
        VolumeId id = RequestFields.volume(request.getVolumeId(), "volume_id");
        Path path = RequestFields.optionalTarget(request.getVolumePath(), "volume_path", id);
        Optional<Path> stagedAt = RequestFields.optionalPath(request.getStagingTargetPath(), "staging_target_path");
        mustBeAt(id, path);
        Usage usage = volumeStats.stats(id, path);
        var answer = NodeGetVolumeStatsResponse.newBuilder().addUsage(usage(usage.bytes(), VolumeUsage.Unit.BYTES));
        usage.inodes().ifPresent(inodes -> answer.addUsage(usage(inodes, VolumeUsage.Unit.INODES)));
        Optional<NodeVolumeHealth> health = serviceContext.driverRoles().find(NodeVolumeHealth.class);
        if (health.isPresent()) {
            answer.setVolumeCondition(
                    ProtoConverter.condition(health.get().healthOnNode(id, Optional.of(path), stagedAt)));
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
        NodeVolumeHealth health = serviceContext.driverRoles().require(NodeVolumeHealth.class, "NodeGetVolumeHealth");
        VolumeId id = RequestFields.volume(request.getVolumeId(), "volume_id");
        Optional<Path> publishedAt = RequestFields.optionalPath(request.getVolumePublishPath(), "volume_publish_path");
        Optional<Path> stagedAt = RequestFields.optionalPath(request.getStagingTargetPath(), "staging_target_path");
        return NodeGetVolumeHealthResponse.newBuilder()
                .setVolumeHealth(ProtoConverter.health(id, health.healthOnNode(id, publishedAt, stagedAt)))
                .build();
    }

    NodeGetStorageHealthResponse storage(NodeGetStorageHealthRequest request) throws CsiException, IOException {
        NodeStorageHealth health =
                serviceContext.driverRoles().require(NodeStorageHealth.class, "NodeGetStorageHealth");
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
        NodeExpansion expansion = serviceContext.driverRoles().require(NodeExpansion.class, "NodeExpandVolume");
        VolumeId id = RequestFields.volume(request.getVolumeId(), "volume_id");
        Path path = RequestFields.optionalTarget(request.getVolumePath(), "volume_path", id);
        NodeExpandRequest wanted = new NodeExpandRequest(
                id,
                path,
                RequestFields.optionalPath(request.getStagingTargetPath(), "staging_target_path"),
                RequestFields.size(request.getCapacityRange()),
                request.hasVolumeCapability()
                        ? Optional.of(RequestFields.capability(request.getVolumeCapability()))
                        : Optional.empty(),
                new Secrets(request.getSecretsMap()));
        try (var _ = serviceContext.operationLocks().exclusive(id)) {
            mustBeAt(id, path);
            Bytes size = expansion.expandOnNode(wanted);
            return NodeExpandVolumeResponse.newBuilder()
                    .setCapacityBytes(size.count())
                    .build();
        }
    }

    private void mustBeAt(VolumeId id, Path path) throws CsiException, IOException {
        Optional<DriverRecords> records = serviceContext.records();
        if (records.isPresent()
                && !records.get().publications().isAt(id, path)
                && !records.get().stagings().isAt(id, path)) {
            throw CsiException.notFound("volume %s is not at %s on this node".formatted(id, path));
        }
    }
}
