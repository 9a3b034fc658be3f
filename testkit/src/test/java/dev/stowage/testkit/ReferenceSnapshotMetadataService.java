package dev.stowage.testkit;

import static dev.stowage.testkit.ReferenceResponder.refusal;
import static dev.stowage.testkit.ReferenceResponder.require;

import dev.stowage.csi.v1.*;
import dev.stowage.testkit.ReferenceState.StoredSnapshot;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.function.Function;

final class ReferenceSnapshotMetadataService extends SnapshotMetadataGrpc.SnapshotMetadataImplBase {

    private final ReferenceState state;
    private final ReferenceStorage storage;
    private final DriverFlaw flaw;

    ReferenceSnapshotMetadataService(ReferenceState state, ReferenceStorage storage, DriverFlaw flaw) {
        this.state = state;
        this.storage = storage;
        this.flaw = flaw;
    }

    @Override
    public void getMetadataAllocated(
            GetMetadataAllocatedRequest request, StreamObserver<GetMetadataAllocatedResponse> caller) {
        send(caller, () -> {
            synchronized (state) {
                StoredSnapshot snapshot = state.snapshot(request.getSnapshotId());
                List<Long> blocks = storage.real() && snapshot.block()
                        ? storage.blocks(request.getSnapshotId(), "")
                        : List.of(1L, 2L, 5L, 9L);
                long capacity = snapshot.snapshot().getSizeBytes();
                return cut(
                        blocks,
                        capacity,
                        request.getStartingOffset(),
                        request.getMaxResults(),
                        some -> GetMetadataAllocatedResponse.newBuilder()
                                .setBlockMetadataType(BlockMetadataType.FIXED_LENGTH)
                                .setVolumeCapacityBytes(capacity)
                                .addAllBlockMetadata(some)
                                .build());
            }
        });
    }

    @Override
    public void getMetadataDelta(GetMetadataDeltaRequest request, StreamObserver<GetMetadataDeltaResponse> caller) {
        send(caller, () -> {
            synchronized (state) {
                StoredSnapshot base = state.snapshot(request.getBaseSnapshotId());
                StoredSnapshot target = state.snapshot(request.getTargetSnapshotId());
                require(
                        base.snapshot()
                                .getSourceVolumeId()
                                .equals(target.snapshot().getSourceVolumeId()),
                        "the snapshots are of different volumes");
                List<Long> blocks = base.equals(target)
                        ? List.of()
                        : storage.real() && target.block() && flaw != DriverFlaw.METADATA_FORGETS_WRITES
                                ? storage.blocks(request.getTargetSnapshotId(), request.getBaseSnapshotId())
                                : List.of(2L, 9L);
                long capacity = target.snapshot().getSizeBytes();
                return cut(
                        blocks,
                        capacity,
                        request.getStartingOffset(),
                        request.getMaxResults(),
                        some -> GetMetadataDeltaResponse.newBuilder()
                                .setBlockMetadataType(BlockMetadataType.FIXED_LENGTH)
                                .setVolumeCapacityBytes(capacity)
                                .addAllBlockMetadata(some)
                                .build());
            }
        });
    }

    private <R> List<R> cut(
            List<Long> blocks, long capacity, long offset, int max, Function<List<BlockMetadata>, R> message) {
        if ((offset < 0 && flaw != DriverFlaw.METADATA_NEGATIVE_OFFSET) || offset > capacity) {
            throw refusal(Status.OUT_OF_RANGE, "the offset is outside of the volume");
        }
        require(max >= 0, "max_results cannot be negative");
        List<BlockMetadata> found = blocks.stream()
                .filter(block ->
                        (block + 1) * ReferenceStorage.BLOCK > offset || flaw == DriverFlaw.METADATA_OFFSET_IGNORED)
                .map(block -> BlockMetadata.newBuilder()
                        .setByteOffset(block * ReferenceStorage.BLOCK)
                        .setSizeBytes(
                                flaw == DriverFlaw.METADATA_OVERLAPS
                                        ? 2 * ReferenceStorage.BLOCK
                                        : ReferenceStorage.BLOCK)
                        .build())
                .toList();
        int size = max == 0 || flaw == DriverFlaw.METADATA_MAX_IGNORED ? 3 : max;
        return java.util.stream.IntStream.iterate(0, begin -> begin < found.size(), begin -> begin + size)
                .mapToObj(begin -> message.apply(found.subList(begin, Math.min(begin + size, found.size()))))
                .toList();
    }

    private interface Work<R> {
        List<R> all();
    }

    private <R> void send(StreamObserver<R> caller, Work<R> work) {
        try {
            work.all().forEach(caller::onNext);
            caller.onCompleted();
        } catch (StatusRuntimeException refusal) {
            caller.onError(new ReferenceResponder(flaw).flawed(refusal));
        }
    }
}
