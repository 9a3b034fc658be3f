package dev.stowage.sidecar.mover.link;

import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCallStreamObserver;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Passes the stream of the driver on to a peer, at the peer's speed. The driver's call is cancelled when the
/// peer's is.
///
/// @param longest after so long the stream is broken off; the peer resumes it
record SendRelay(Channel driver, Duration longest) {
    private static final Logger log = LoggerFactory.getLogger(SendRelay.class);

    static final MethodDescriptor<SendRequest, byte[]> METHOD = ByteMarshaller.answers(TransferGrpc.getSendMethod());

    /// Returns at once: as long as this thread runs, gRPC does not report that the peer is ready.
    void start(SendRequest request, ServerCallStreamObserver<byte[]> peer) {
        ReadySignal signal = new ReadySignal();
        peer.setOnReadyHandler(signal::changed);
        peer.setOnCancelHandler(signal::changed);
        peer.setCompression(FastGzip.ENCODING);
        peer.setMessageCompression(false);
        var _ = Thread.ofVirtual().name("mover-send").start(Context.current().wrap(() -> relay(request, peer, signal)));
    }

    private void relay(SendRequest request, ServerCallStreamObserver<byte[]> peer, ReadySignal signal) {
        try {
            if (pass(request, peer, signal)) {
                peer.onCompleted();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            peer.onError(Status.CANCELLED.asRuntimeException());
        } catch (RuntimeException e) {
            log.debug("Sending a volume to a peer ended early.", e);
            if (!peer.isCancelled()) {
                peer.onError(RelayedStatus.of(e).asRuntimeException());
            }
        }
    }

    /// @return whether the peer still listens
    private boolean pass(SendRequest request, ServerCallStreamObserver<byte[]> peer, ReadySignal signal)
            throws InterruptedException {
        AdaptiveCompression compression = new AdaptiveCompression(System.nanoTime());
        Iterator<byte[]> messages = ClientCalls.blockingServerStreamingCall(
                driver,
                METHOD,
                CallOptions.DEFAULT.withDeadlineAfter(longest.toNanos(), TimeUnit.NANOSECONDS),
                request);
        while (messages.hasNext()) {
            byte[] message = messages.next();
            long waited = signal.await(peer::isReady, peer::isCancelled);
            if (peer.isCancelled()) {
                return false;
            }
            peer.setMessageCompression(compression.next(message, waited, System.nanoTime()));
            peer.onNext(message);
        }
        return true;
    }
}
