package dev.stowage.sidecar.mover.link;

import dev.stowage.kube.workqueue.ExponentialBackoff;
import java.time.Duration;

/// How patient a carrier is.
///
/// @param backoff between attempts; it begins again when an attempt came further
/// @param patience how long attempts may fail without coming further
/// @param callTimeout of calls for the state of a copy
/// @param beginTimeout for making room; a target that cannot share blocks copies the base there
/// @param streamTimeout of one stream; longer transfers are resumed
public record CarrierOptions(
        ExponentialBackoff backoff,
        Duration patience,
        Duration callTimeout,
        Duration beginTimeout,
        Duration streamTimeout) {

    public static CarrierOptions defaults() {
        return new CarrierOptions(
                new ExponentialBackoff(Duration.ofMillis(250), Duration.ofSeconds(10)),
                Duration.ofMinutes(2),
                Duration.ofSeconds(30),
                Duration.ofHours(1),
                Duration.ofDays(1));
    }

    public CarrierOptions withBackoff(ExponentialBackoff other, Duration howLong) {
        return new CarrierOptions(other, howLong, callTimeout, beginTimeout, streamTimeout);
    }
}
