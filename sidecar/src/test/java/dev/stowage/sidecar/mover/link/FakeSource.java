package dev.stowage.sidecar.mover.link;

import com.google.protobuf.ByteString;
import dev.stowage.csi.transfer.v1alpha1.ActivateRequest;
import dev.stowage.csi.transfer.v1alpha1.ActivateResponse;
import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.DeleteCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.DeleteCopyResponse;
import dev.stowage.csi.transfer.v1alpha1.Extent;
import dev.stowage.csi.transfer.v1alpha1.FenceRequest;
import dev.stowage.csi.transfer.v1alpha1.FenceResponse;
import dev.stowage.csi.transfer.v1alpha1.GetCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.GetCopyResponse;
import dev.stowage.csi.transfer.v1alpha1.Header;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.transfer.v1alpha1.SendResponse;
import dev.stowage.csi.transfer.v1alpha1.Trailer;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// A driver that sends the same volume for every request, block by block.
final class FakeSource extends TransferGrpc.TransferImplBase {
    static final int BLOCK = 256 << 10;
    static final String VOLUME = "volume-1";
    static final String SNAPSHOT = "snapshot-1";

    /// What is at a block; empty for zeroes.
    @FunctionalInterface
    interface Blocks {
        ByteString at(int index);
    }

    /// Happens instead of the rest of a stream.
    ///
    /// @param blocks that are sent before
    record Interruption(int blocks, Runnable what) {}

    final List<SendRequest> requests = new CopyOnWriteArrayList<>();
    final Queue<Interruption> interruptions = new ConcurrentLinkedQueue<>();
    final AtomicLong blocksSent = new AtomicLong();
    private final Blocks blocks;
    private final int count;

    FakeSource(int count, Blocks blocks) {
        this.count = count;
        this.blocks = blocks;
    }

    static Interruption failure(int blocks, Status status) {
        return new Interruption(blocks, () -> {
            throw status.asRuntimeException();
        });
    }

    ByteString content() {
        ByteString content = ByteString.EMPTY;
        for (int i = 0; i < count; i++) {
            ByteString block = blocks.at(i);
            content = content.concat(block.isEmpty() ? ByteString.copyFrom(new byte[BLOCK]) : block);
        }
        return content;
    }

    @Override
    public void send(SendRequest request, StreamObserver<SendResponse> caller) {
        requests.add(request);
        var reader = (ServerCallStreamObserver<SendResponse>) caller;
        Interruption interruption = interruptions.poll();
        boolean isDifference = !request.getBaseSnapshotId().isEmpty();
        reader.onNext(SendResponse.newBuilder()
                .setHeader(Header.newBuilder()
                        .setContent("content")
                        .setBaseContent(isDifference ? "base" : "")
                        .setSizeBytes((long) count * BLOCK))
                .build());
        long total = 0;
        int passed = 0;
        for (int i = 0; i < count; i++) {
            ByteString block = blocks.at(i);
            total += block.size();
            Extent.Builder extent = Extent.newBuilder().setOffset((long) i * BLOCK);
            if (!block.isEmpty()) {
                extent.setData(block);
            } else if (isDifference) {
                extent.setZeroes(BLOCK);
            } else {
                continue;
            }
            if (extent.getOffset() < request.getStartingOffset()) {
                continue;
            }
            if (interruption != null && passed++ == interruption.blocks()) {
                interruption.what().run();
            }
            while (!reader.isReady() && !reader.isCancelled()) {
                LockSupport.parkNanos(1_000_000);
            }
            if (reader.isCancelled()) {
                return;
            }
            blocksSent.incrementAndGet();
            reader.onNext(SendResponse.newBuilder().setExtent(extent).build());
        }
        reader.onNext(SendResponse.newBuilder()
                .setTrailer(Trailer.newBuilder().setTotalBytes(total))
                .build());
        reader.onCompleted();
    }

    @Override
    public void getCopy(GetCopyRequest request, StreamObserver<GetCopyResponse> caller) {
        if (request.getVolumeId().equals("broken")) {
            throw Status.INTERNAL
                    .withDescription("/var/lib/secret/path is broken")
                    .asRuntimeException();
        }
        if (request.getVolumeId().equals("refused")) {
            throw Status.FAILED_PRECONDITION.withDescription("it is in use").asRuntimeException();
        }
        caller.onNext(GetCopyResponse.newBuilder()
                .setCopy(Copy.newBuilder().setState(Copy.State.ACTIVE))
                .build());
        caller.onCompleted();
    }

    @Override
    public void fence(FenceRequest request, StreamObserver<FenceResponse> caller) {
        caller.onNext(FenceResponse.getDefaultInstance());
        caller.onCompleted();
    }

    @Override
    public void activate(ActivateRequest request, StreamObserver<ActivateResponse> caller) {
        caller.onNext(ActivateResponse.getDefaultInstance());
        caller.onCompleted();
    }

    @Override
    public void deleteCopy(DeleteCopyRequest request, StreamObserver<DeleteCopyResponse> caller) {
        caller.onNext(DeleteCopyResponse.getDefaultInstance());
        caller.onCompleted();
    }
}
