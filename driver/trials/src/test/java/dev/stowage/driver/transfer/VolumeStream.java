package dev.stowage.driver.transfer;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.Extent;
import dev.stowage.csi.transfer.v1alpha1.Header;
import dev.stowage.csi.transfer.v1alpha1.ReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.ReceiveResponse;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.transfer.v1alpha1.SendResponse;
import io.grpc.Context;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.Iterator;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/// Carries a volume from one driver to another, at the speed of the slower one.
final class VolumeStream {

    private final DriverNode from;
    private final DriverNode to;
    private final long generation;
    private UnaryOperator<Extent> wire = extent -> extent;
    private long bytes;

    VolumeStream(DriverNode from, DriverNode to, long generation) {
        this.from = from;
        this.to = to;
        this.generation = generation;
    }

    /// What happens to extents on their way.
    VolumeStream through(UnaryOperator<Extent> network) {
        wire = network;
        return this;
    }

    /// Bytes of data that were carried.
    long bytes() {
        return bytes;
    }

    /// Begins or resumes, and carries the rest.
    ///
    /// @return the copy then
    Copy carry(String volume, SendRequest what) throws Exception {
        Copy begun = to.begin(volume, generation, header(what));
        return begun.getState() == Copy.State.STANDBY
                ? begun
                : cancelled(() -> carry(volume, what, begun.getDurableOffset()));
    }

    Header header(SendRequest what) throws Exception {
        return cancelled(() -> from.transfer.send(what).next().getHeader());
    }

    /// A stream that is not read to its end would wait for its reader.
    private static <A> A cancelled(Callable<A> reading) throws Exception {
        Context.CancellableContext context = Context.current().withCancellation();
        try {
            return context.call(reading);
        } finally {
            context.cancel(null);
        }
    }

    private Copy carry(String volume, SendRequest what, long offset) throws Exception {
        Iterator<SendResponse> source =
                from.transfer.send(what.toBuilder().setStartingOffset(offset).build());
        source.next(); // the header
        Receiver receiver = new Receiver();
        to.streams.receive(receiver);
        ReceiveRequest.Builder start = ReceiveRequest.newBuilder();
        start.getStartBuilder().setVolumeId(volume).setGeneration(generation).setOffset(offset);
        receiver.send(start.build());
        while (source.hasNext() && !receiver.answer.isDone()) {
            SendResponse message = source.next();
            ReceiveRequest.Builder next = ReceiveRequest.newBuilder();
            if (message.hasExtent()) {
                Extent extent = wire.apply(message.getExtent());
                bytes += extent.getData().size();
                next.setExtent(extent);
            } else {
                next.setFinish(message.getTrailer());
            }
            receiver.send(next.build());
        }
        return receiver.end();
    }

    /// Waits until the other side has taken what was sent.
    private static final class Receiver implements ClientResponseObserver<ReceiveRequest, ReceiveResponse> {

        private final CompletableFuture<ReceiveResponse> answer = new CompletableFuture<>();
        private final CompletableFuture<ClientCallStreamObserver<ReceiveRequest>> call = new CompletableFuture<>();
        private final Semaphore changed = new Semaphore(0);

        @Override
        public void beforeStart(ClientCallStreamObserver<ReceiveRequest> stream) {
            stream.setOnReadyHandler(changed::release);
            call.complete(stream);
        }

        void send(ReceiveRequest message) throws InterruptedException {
            ClientCallStreamObserver<ReceiveRequest> stream = call.join();
            while (!stream.isReady() && !answer.isDone()) {
                boolean ignored = changed.tryAcquire(10, TimeUnit.SECONDS);
            }
            if (!answer.isDone()) {
                stream.onNext(message);
            }
        }

        Copy end() throws Exception {
            if (!answer.isDone()) {
                call.join().onCompleted();
            }
            try {
                return answer.get(60, TimeUnit.SECONDS).getCopy();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException refusal ? refusal : e;
            }
        }

        @Override
        public void onNext(ReceiveResponse message) {
            answer.complete(message);
            changed.release();
        }

        @Override
        public void onError(Throwable cause) {
            answer.completeExceptionally(cause);
            changed.release();
        }

        @Override
        public void onCompleted() {
            changed.release();
        }
    }
}
