package dev.stowage.sidecar.mover.link;

import com.google.protobuf.ByteString;
import dev.stowage.csi.transfer.v1alpha1.BeginReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.BeginReceiveResponse;
import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.Extent;
import dev.stowage.csi.transfer.v1alpha1.GetCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.GetCopyResponse;
import dev.stowage.csi.transfer.v1alpha1.ReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.ReceiveResponse;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// A driver that keeps what it receives in memory. What arrived is durable when a stream ends.
final class FakeTarget extends TransferGrpc.TransferImplBase {
    final AtomicInteger begun = new AtomicInteger();

    /// Counted down by a test that lets the target write.
    volatile CountDownLatch mayWrite = new CountDownLatch(0);

    /// What BeginReceive is refused with; OK for nothing.
    volatile Status refusal = Status.OK;

    private byte[] content = new byte[0];
    private Copy copy = Copy.getDefaultInstance();

    synchronized ByteString content() {
        return ByteString.copyFrom(content);
    }

    synchronized Copy copy() {
        return copy;
    }

    @Override
    public synchronized void getCopy(GetCopyRequest request, StreamObserver<GetCopyResponse> caller) {
        if (copy.getState() == Copy.State.STATE_UNSPECIFIED) {
            throw Status.NOT_FOUND.asRuntimeException();
        }
        caller.onNext(GetCopyResponse.newBuilder().setCopy(copy).build());
        caller.onCompleted();
    }

    @Override
    public synchronized void beginReceive(BeginReceiveRequest request, StreamObserver<BeginReceiveResponse> caller) {
        begun.incrementAndGet();
        if (!refusal.isOk()) {
            throw refusal.asRuntimeException();
        }
        if (copy.getState() == Copy.State.STATE_UNSPECIFIED) {
            content = new byte[(int) request.getHeader().getSizeBytes()];
            copy = Copy.newBuilder()
                    .setState(Copy.State.RECEIVING)
                    .setGeneration(request.getGeneration())
                    .build();
        }
        caller.onNext(BeginReceiveResponse.newBuilder().setCopy(copy).build());
        caller.onCompleted();
    }

    @Override
    public StreamObserver<ReceiveRequest> receive(StreamObserver<ReceiveResponse> caller) {
        return new StreamObserver<>() {
            private long written;

            @Override
            public void onNext(ReceiveRequest message) {
                try {
                    mayWrite.await();
                } catch (InterruptedException e) {
                    throw Status.CANCELLED.asRuntimeException();
                }
                switch (message.getMessageCase()) {
                    case START -> written = message.getStart().getOffset();
                    case EXTENT -> written = write(message.getExtent());
                    case FINISH -> end(Copy.State.STANDBY, written);
                    case MESSAGE_NOT_SET -> throw Status.INVALID_ARGUMENT.asRuntimeException();
                }
            }

            @Override
            public void onError(Throwable cause) {
                end(copy().getState(), written);
            }

            @Override
            public void onCompleted() {
                end(copy().getState(), written);
                caller.onNext(ReceiveResponse.newBuilder().setCopy(copy()).build());
                caller.onCompleted();
            }
        };
    }

    private synchronized long write(Extent extent) {
        extent.getData().copyTo(content, (int) extent.getOffset());
        return extent.getOffset() + (extent.hasData() ? extent.getData().size() : extent.getZeroes());
    }

    private synchronized void end(Copy.State state, long durable) {
        copy = copy.toBuilder().setState(state).setDurableOffset(durable).build();
    }
}
