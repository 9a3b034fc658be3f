package dev.stowage.sidecar.driver;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.v1.IdentityGrpc.IdentityBlockingStub;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.ProbeResponse;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Waits for a driver that is running but not ready. A probe that times out counts as not ready; any other
/// failure means that the driver will not become ready.
final class DriverReadiness {

    private static final Logger log = LoggerFactory.getLogger(DriverReadiness.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private DriverReadiness() {}

    /// Whether the driver reports that it is ready; a driver that does not report it is.
    static boolean isReady(ProbeResponse answer) {
        return !answer.hasReady() || answer.getReady().getValue();
    }

    static void await(CsiEndpoint endpoint, Supplier<IdentityBlockingStub> identity)
            throws DriverFailure, InterruptedException {
        var never = new CountDownLatch(1);
        while (true) {
            long next = System.nanoTime() + INTERVAL.toNanos();
            log.info("Probing the CSI driver at {} for readiness.", endpoint);
            try {
                if (isReady(identity.get().probe(ProbeRequest.getDefaultInstance()))) {
                    return;
                }
                log.info("The CSI driver at {} is not ready.", endpoint);
            } catch (StatusRuntimeException e) {
                if (e.getStatus().getCode() != Status.Code.DEADLINE_EXCEEDED) {
                    throw new DriverFailure(endpoint, "Probe", e);
                }
                log.info("The CSI driver at {} did not answer the probe in time.", endpoint);
            }
            // The probe's own time is part of the interval.
            never.await(next - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
    }
}
