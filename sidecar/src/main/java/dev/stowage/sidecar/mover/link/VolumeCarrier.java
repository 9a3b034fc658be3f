package dev.stowage.sidecar.mover.link;

import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc.TransferBlockingStub;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries volumes from one driver to another. A transfer goes on where it was: after a broken connection by
/// itself, after anything else when it is repeated. Only a few messages of a transfer are in memory at a time.
/// Thread-safe: all transfers share the rate limit.
public final class VolumeCarrier {
    private static final Logger log = LoggerFactory.getLogger(VolumeCarrier.class);

    private final RateLimit shared;
    private final CarrierOptions options;

    /// @param shared by all transfers of this carrier
    public VolumeCarrier(RateLimit shared, CarrierOptions options) {
        this.shared = shared;
        this.options = options;
    }

    /// Without a limit of its own.
    public CarrierResult carry(
            TransferBlockingStub source,
            TransferBlockingStub target,
            SendRequest what,
            long generation,
            String volumeId,
            Map<String, String> parameters,
            Consumer<CarrierProgress> progress)
            throws CarrierException, InterruptedException {
        return carry(source, target, what, generation, volumeId, parameters, RateLimit.none(), progress);
    }

    /// Returns when the copy at the target is complete and verified. May be repeated, also after it succeeded.
    ///
    /// @param source of which only the channel is used, with deadlines of this class; so with the target
    /// @param own a limit of this transfer, in addition to the shared one
    /// @param progress called by this thread, about once a second and at the end
    public CarrierResult carry(
            TransferBlockingStub source,
            TransferBlockingStub target,
            SendRequest what,
            long generation,
            String volumeId,
            Map<String, String> parameters,
            RateLimit own,
            Consumer<CarrierProgress> progress)
            throws CarrierException, InterruptedException {
        TransferMeter meter = new TransferMeter(progress, System.nanoTime());
        CarrierAttempt attempt = new CarrierAttempt(
                new CarrierRequest(source.getChannel(), target.getChannel(), what, generation, volumeId, parameters),
                options,
                List.of(shared, own),
                meter);
        long stuckSince = System.nanoTime();
        for (int failures = 0; ; failures++) {
            long furthest = meter.furthest();
            try {
                return attempt.run();
            } catch (CarrierException e) {
                if (meter.furthest() > furthest) {
                    failures = 0;
                    stuckSince = System.nanoTime();
                }
                long pause = options.backoff().pause(failures).toNanos();
                boolean isTooLate = System.nanoTime() + pause - stuckSince
                        > options.patience().toNanos();
                if (e.isFinal() || isTooLate) {
                    throw e;
                }
                log.info("The transfer of volume {} is interrupted and goes on soon: {}", volumeId, e.getMessage());
                boolean _ = new CountDownLatch(1).await(pause, TimeUnit.NANOSECONDS); // only time ends it
            }
        }
    }
}
