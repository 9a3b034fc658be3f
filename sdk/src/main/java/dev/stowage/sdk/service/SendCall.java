package dev.stowage.sdk.service;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.stowage.csi.transfer.v1alpha1.Extent;
import dev.stowage.csi.transfer.v1alpha1.Header;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.transfer.v1alpha1.SendResponse;
import dev.stowage.csi.transfer.v1alpha1.Trailer;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Transfer;
import dev.stowage.sdk.TransferSource;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import dev.stowage.sdk.record.VolumeCopies;
import dev.stowage.sdk.record.VolumeCopy;
import dev.stowage.sdk.transfer.BlockDigest;
import dev.stowage.sdk.transfer.BlockExtent;
import dev.stowage.sdk.transfer.BlockWalk;
import io.grpc.stub.ServerCallStreamObserver;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Sends a volume. What is before the starting offset is read all the same, because the checksum covers it.
record SendCall(ServiceContext context, Transfer driver, VolumeCopies copies) {

    /// @param name of the content
    /// @param of the volume that it is or was
    private record Content(VolumeSource source, String name, VolumeId of) {}

    void send(SendRequest request, ServerCallStreamObserver<SendResponse> caller) throws CsiException, IOException {
        List<OperationLocks.Held> held = new ArrayList<>();
        try {
            Content content = content(request, held);
            Optional<Content> base = request.getBaseSnapshotId().isEmpty()
                    ? Optional.empty()
                    : Optional.of(snapshot(request.getBaseSnapshotId(), "base_snapshot_id", held));
            if (base.isPresent() && !base.get().of().equals(content.of())) {
                throw CsiException.invalidArgument("base_snapshot_id: snapshot %s is of another volume, %s"
                        .formatted(request.getBaseSnapshotId(), base.get().of()));
            }
            TransferSource source = open(content, base);
            try (var _ = source.blocks()) {
                long start = TransferFields.offset(
                        request.getStartingOffset(),
                        source.blocks().format().end(source.blocks().size()),
                        "starting_offset");
                send(header(content, base, source), source, start, caller);
            }
        } finally {
            held.reversed().forEach(OperationLocks.Held::close);
        }
    }

    private TransferSource open(Content content, Optional<Content> base) throws CsiException, IOException {
        return base.isPresent() && base.get().source() instanceof VolumeSource.OfSnapshot(SnapshotId id)
                ? driver.sendDifference(id, content.source())
                : driver.send(content.source());
    }

    private Content content(SendRequest request, List<OperationLocks.Held> held) throws CsiException, IOException {
        return switch (request.getSourceCase()) {
            case SNAPSHOT_ID -> snapshot(request.getSnapshotId(), "snapshot_id", held);
            case VOLUME_ID -> {
                VolumeId id = RequestFields.volume(request.getVolumeId(), "volume_id");
                held.add(context.operationLocks().shared(id));
                yield volume(id);
            }
            case SOURCE_NOT_SET -> throw CsiException.invalidArgument("snapshot_id or volume_id is required");
        };
    }

    private Content snapshot(String value, String field, List<OperationLocks.Held> held)
            throws CsiException, IOException {
        SnapshotId id = RequestFields.snapshot(value, field);
        held.add(context.operationLocks().shared(id)); // it is not deleted while it is read
        Snapshot snapshot = context.snapshots()
                .orElseThrow(() -> RequestFields.notFound("snapshot", id))
                .require(id);
        if (!snapshot.ready()) {
            throw CsiException.failedPrecondition("snapshot %s is not ready yet".formatted(id));
        }
        // A snapshot that is deleted and taken again under its name has another time.
        String name = "snapshot/%s@%d".formatted(id, snapshot.takenAt().toEpochMilli());
        return new Content(new VolumeSource.OfSnapshot(id), name, snapshot.of());
    }

    /// Each fence has its own generation, so the name changes when the volume was used in between.
    private Content volume(VolumeId id) throws CsiException, IOException {
        Optional<VolumeCopy> copy = copies.find(id);
        if (copy.isEmpty() && context.volumes().isPresent()) {
            context.volumes().get().require(id);
        }
        if (!(copy.orElse(null) instanceof VolumeCopy.Fenced fenced)) {
            throw CsiException.failedPrecondition(
                    "volume %s is not fenced; fence it first, or send a snapshot of it".formatted(id));
        }
        if (CopyCalls.isInUse(context, id)) {
            throw CsiException.failedPrecondition(
                    "volume %s is still in use on this node; unstage it first".formatted(id));
        }
        return new Content(new VolumeSource.OfVolume(id), "volume/%s@%d".formatted(id, fenced.generation()), id);
    }

    private static Header header(Content content, Optional<Content> base, TransferSource source) throws IOException {
        return Header.newBuilder()
                .setFormat(TransferFields.message(source.blocks().format()))
                .setContent(content.name())
                .setBaseContent(base.map(Content::name).orElse(""))
                .setSizeBytes(source.blocks().size().count())
                .setSourceVolumeId(content.of().handle())
                .putAllAttributes(source.attributes())
                .build();
    }

    private static void send(
            Header header, TransferSource source, long start, ServerCallStreamObserver<SendResponse> caller)
            throws CsiException, IOException {
        boolean isDifference = !header.getBaseContent().isEmpty();
        BlockDigest digest = new BlockDigest(isDifference);
        pass(caller, SendResponse.newBuilder().setHeader(header).build());
        BlockWalk.walk(source.blocks(), (offset, portion) -> {
            for (BlockExtent run : BlockExtent.of(offset, portion)) {
                digest.add(run, content(run, offset, portion));
                for (BlockExtent wanted : run.from(start)) {
                    if (isDifference || !run.zero()) {
                        pass(caller, extent(wanted, content(wanted, offset, portion)));
                    }
                }
            }
        });
        BlockDigest.Sum sum = digest.sum();
        pass(
                caller,
                SendResponse.newBuilder()
                        .setTrailer(Trailer.newBuilder()
                                .setTotalBytes(sum.bytes())
                                .setSha256(ByteString.copyFrom(HexFormat.of().parseHex(sum.sha256()))))
                        .build());
    }

    private static ByteBuffer content(BlockExtent run, long offset, ByteBuffer portion) {
        return portion.slice((int) (run.offset() - offset), run.length());
    }

    private static SendResponse extent(BlockExtent run, ByteBuffer content) {
        Extent.Builder extent = Extent.newBuilder().setOffset(run.offset());
        if (run.zero()) {
            extent.setZeroes(run.length());
        } else {
            byte[] copy = new byte[run.length()]; // the buffer is used again before gRPC has written the message
            content.get(copy);
            extent.setData(UnsafeByteOperations.unsafeWrap(copy));
        }
        return SendResponse.newBuilder().setExtent(extent).build();
    }

    /// @throws CsiException when nobody reads any more
    private static void pass(ServerCallStreamObserver<SendResponse> caller, SendResponse message) throws CsiException {
        if (!StreamPace.awaitReader(caller)) {
            throw CsiException.aborted("the client closed the stream");
        }
        caller.onNext(message);
    }
}
