package dev.stowage.sidecar.mover.link;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.csi.StatusCodes;
import dev.stowage.csi.transfer.v1alpha1.BeginReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.Extent;
import dev.stowage.csi.transfer.v1alpha1.GetCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.Header;
import dev.stowage.csi.transfer.v1alpha1.ReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.SendResponse;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc.TransferBlockingStub;
import dev.stowage.sidecar.mover.link.CarrierException.Side;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One stream from the source to the target. Nothing is kept between attempts but what the target has: it says
/// where the next one begins.
///
/// @param limits each of them holds
record CarrierAttempt(CarrierRequest request, CarrierOptions options, List<RateLimit> limits, TransferMeter meter) {
    private static final Logger log = LoggerFactory.getLogger(CarrierAttempt.class);

    /// The target asks for another offset than the one that was sent first; it does so once.
    private static final int OPENINGS = 3;

    CarrierResult run() throws CarrierException, InterruptedException {
        WireBytes wire = new WireBytes();
        Channel source = ClientInterceptors.intercept(request.source(), wire);
        long offset = at(Side.TARGET, this::durableOffset);
        for (int i = 0; i < OPENINGS; i++) {
            long from = offset;
            try (SourceStream stream =
                    at(Side.SOURCE, () -> new SourceStream(source, request.what(), from, options.streamTimeout()))) {
                Copy copy = at(Side.TARGET, () -> begin(stream.header()));
                if (copy.getState() == Copy.State.STANDBY) {
                    return new CarrierResult(0, meter.sent(), copy, true);
                }
                // More may be durable than was known; less must be sent again.
                if (copy.getDurableOffset() == offset) {
                    meter.begin(stream.header().getSizeBytes(), offset);
                    return pass(stream, offset, wire);
                }
                offset = copy.getDurableOffset();
            }
        }
        throw failure(
                Side.TARGET,
                Status.ABORTED
                        .withDescription("the offset up to which the copy is durable keeps changing")
                        .asRuntimeException());
    }

    /// Saves the source from beginning at 0 when there is more; the answer to BeginReceive is what counts.
    private long durableOffset() {
        try {
            Copy copy = target(options.callTimeout())
                    .getCopy(GetCopyRequest.newBuilder()
                            .setVolumeId(request.volumeId())
                            .build())
                    .getCopy();
            return copy.getState() == Copy.State.RECEIVING ? copy.getDurableOffset() : 0;
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() == Status.Code.NOT_FOUND) {
                return 0;
            }
            throw e;
        }
    }

    private Copy begin(Header header) {
        return target(options.beginTimeout())
                .beginReceive(BeginReceiveRequest.newBuilder()
                        .setVolumeId(request.volumeId())
                        .setGeneration(request.generation())
                        .setHeader(header)
                        .putAllParameters(request.parameters())
                        .build())
                .getCopy();
    }

    private TransferBlockingStub target(Duration timeout) {
        return TransferGrpc.newBlockingStub(request.target())
                .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    private CarrierResult pass(SourceStream source, long offset, WireBytes wire)
            throws CarrierException, InterruptedException {
        ReceiveRequest.Start start = ReceiveRequest.Start.newBuilder()
                .setVolumeId(request.volumeId())
                .setGeneration(request.generation())
                .setOffset(offset)
                .build();
        try (TargetStream target =
                at(Side.TARGET, () -> new TargetStream(request.target(), start, options.streamTimeout()))) {
            long counted = 0; // the first extent may be here already
            while (true) {
                SendResponse message = next(source, target);
                long arrived = wire.received();
                if (message.hasTrailer()) {
                    ReceiveRequest last = ReceiveRequest.newBuilder()
                            .setFinish(message.getTrailer())
                            .build();
                    Copy copy = at(Side.TARGET, () -> target.finish(last, options.streamTimeout()));
                    meter.end(System.nanoTime());
                    return new CarrierResult(message.getTrailer().getTotalBytes(), meter.sent(), copy, false);
                }
                Extent extent = message.getExtent();
                for (RateLimit limit : limits) {
                    limit.acquire(arrived - counted);
                }
                ReceiveRequest data =
                        ReceiveRequest.newBuilder().setExtent(extent).build();
                at(Side.TARGET, () -> {
                    target.send(data);
                    return data;
                });
                long length = extent.getData().size();
                long end = extent.getOffset() + (extent.hasData() ? length : extent.getZeroes());
                meter.extent(end, length, arrived - counted, System.nanoTime());
                counted = arrived;
            }
        }
    }

    private static SendResponse next(SourceStream source, TargetStream target)
            throws CarrierException, InterruptedException {
        try {
            return at(Side.SOURCE, () -> {
                SendResponse message = source.next();
                if (!message.hasTrailer() && !message.hasExtent()) {
                    throw SourceStream.unexpected("a message that is neither an extent nor a trailer");
                }
                return message;
            });
        } catch (CarrierException e) {
            try {
                target.endEarly();
            } catch (StatusRuntimeException late) {
                log.debug("The target did not confirm what arrived.", late);
            }
            throw e;
        }
    }

    @FunctionalInterface
    private interface Call<T> {
        T run() throws InterruptedException;
    }

    private static <T> T at(Side side, Call<T> call) throws CarrierException, InterruptedException {
        try {
            return call.run();
        } catch (StatusRuntimeException e) {
            // gRPC restores the flag and reports a cancelled call.
            if (Thread.interrupted()) {
                throw new InterruptedException("the transfer was interrupted");
            }
            throw failure(side, e);
        }
    }

    private static CarrierException failure(Side side, StatusRuntimeException cause) {
        Status status = cause.getStatus();
        String who = side == Side.SOURCE ? "the source" : "the target";
        String text = RpcErrorText.message(status);
        return new CarrierException(
                side,
                status.getCode(),
                who + " of the transfer failed with " + StatusCodes.name(status.getCode())
                        + (text.isEmpty() ? "" : ": " + text),
                cause);
    }
}
