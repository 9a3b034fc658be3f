package dev.stowage.sdk.service;

import dev.stowage.csi.v1.BlockMetadata;
import dev.stowage.csi.v1.BlockMetadataType;
import dev.stowage.csi.v1.GetMetadataAllocatedRequest;
import dev.stowage.csi.v1.GetMetadataAllocatedResponse;
import dev.stowage.csi.v1.GetMetadataDeltaRequest;
import dev.stowage.csi.v1.GetMetadataDeltaResponse;
import dev.stowage.csi.v1.SnapshotMetadataGrpc;
import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotMetadata;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/// Streams of block ranges. A stream that ends normally is complete; a broken one is resumed from an offset.
final class SnapshotMetadataService extends SnapshotMetadataGrpc.SnapshotMetadataImplBase {

    private final SnapshotMetadata driver;
    private final SnapshotRegistry registry;

    SnapshotMetadataService(ServiceContext context, SnapshotMetadata driver) {
        this.driver = driver;
        this.registry = context.snapshots()
                .orElseThrow(() -> new IllegalStateException(
                        "a driver with the role SnapshotMetadata also needs the role Snapshots"));
    }

    @Override
    public void getMetadataAllocated(
            GetMetadataAllocatedRequest request, StreamObserver<GetMetadataAllocatedResponse> caller) {
        stream(
                caller,
                request.getStartingOffset(),
                request.getMaxResults(),
                () -> {
                    Snapshot of = ready(request.getSnapshotId(), "snapshot_id");
                    check(of, request.getStartingOffset(), request.getMaxResults());
                    return driver.allocated(of, request.getStartingOffset(), new Secrets(request.getSecretsMap()));
                },
                ranges -> blocks -> GetMetadataAllocatedResponse.newBuilder()
                        .setBlockMetadataType(type(ranges))
                        .setVolumeCapacityBytes(ranges.capacity().count())
                        .addAllBlockMetadata(blocks)
                        .build());
    }

    @Override
    public void getMetadataDelta(GetMetadataDeltaRequest request, StreamObserver<GetMetadataDeltaResponse> caller) {
        stream(
                caller,
                request.getStartingOffset(),
                request.getMaxResults(),
                () -> {
                    Snapshot base = ready(request.getBaseSnapshotId(), "base_snapshot_id");
                    Snapshot target = ready(request.getTargetSnapshotId(), "target_snapshot_id");
                    if (!base.of().equals(target.of())) {
                        throw CsiException.invalidArgument(
                                "snapshots %s and %s belong to different volumes".formatted(base.id(), target.id()));
                    }
                    check(target, request.getStartingOffset(), request.getMaxResults());
                    return driver.changed(
                            base, target, request.getStartingOffset(), new Secrets(request.getSecretsMap()));
                },
                ranges -> blocks -> GetMetadataDeltaResponse.newBuilder()
                        .setBlockMetadataType(type(ranges))
                        .setVolumeCapacityBytes(ranges.capacity().count())
                        .addAllBlockMetadata(blocks)
                        .build());
    }

    private static <A> void stream(
            StreamObserver<A> caller,
            long startingOffset,
            int maxResults,
            RpcResponder.Handler<BlockRanges> handler,
            Function<BlockRanges, Function<List<BlockMetadata>, A>> message) {
        BlockRanges ranges = RpcResponder.carryOut(handler);
        try (var blocks = ranges.ranges()) {
            BlockMetadataStream<A> out = new BlockMetadataStream<>(
                    (ServerCallStreamObserver<A>) caller, message.apply(ranges), startingOffset, maxResults);
            out.send(blocks.iterator());
        }
    }

    private Snapshot ready(String id, String field) throws CsiException, IOException {
        Snapshot snapshot = registry.require(RequestFields.snapshot(id, field));
        if (!snapshot.ready()) {
            throw CsiException.failedPrecondition("snapshot " + id + " is not ready yet");
        }
        return snapshot;
    }

    private static void check(Snapshot snapshot, long offset, int maxResults) throws CsiException {
        if (maxResults < 0) {
            throw CsiException.invalidArgument("max_results is negative");
        }
        if (offset < 0 || offset > snapshot.size().count()) {
            throw CsiException.outOfRange("starting_offset %d is outside snapshot %s of %s"
                    .formatted(offset, snapshot.id(), snapshot.size()));
        }
    }

    private static BlockMetadataType type(BlockRanges ranges) {
        return ranges.fixedLength() ? BlockMetadataType.FIXED_LENGTH : BlockMetadataType.VARIABLE_LENGTH;
    }

    static BlockMetadata wire(BlockRange range) {
        return BlockMetadata.newBuilder()
                .setByteOffset(range.offset())
                .setSizeBytes(range.length())
                .build();
    }
}
