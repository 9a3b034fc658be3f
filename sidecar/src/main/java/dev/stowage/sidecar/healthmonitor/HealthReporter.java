package dev.stowage.sidecar.healthmonitor;

import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.healthmonitor.HealthDecision.ReportedHealth;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reports the health of volumes on their claims, and remembers reported problems.
final class HealthReporter {
    private static final Logger log = LoggerFactory.getLogger(HealthReporter.class);
    private static final String HEALTHY_AGAIN = "The Volume returns to the healthy state";

    private final Informer<PersistentVolumeClaim> claims;
    private final EventRecorder events;
    private final HealthStatusField field;
    private final HealthEventHistory history;
    private final InstantSource clock;
    private final Map<String, ReportedHealth> reported = new ConcurrentHashMap<>();
    private volatile boolean restored;

    HealthReporter(
            Informer<PersistentVolumeClaim> claims,
            EventRecorder events,
            HealthEventHistory history,
            InstantSource clock) {
        this.claims = claims;
        this.events = events;
        this.field = new HealthStatusField(claims);
        this.history = history;
        this.clock = clock;
        claims.addEventHandler((before, now) -> {
            if (before != null
                    && (now == null || !now.meta().uid().equals(before.meta().uid()))) {
                reported.remove(before.meta().uid());
            }
        });
    }

    /// Called before each round, by one thread at a time; reads only once.
    void restore() throws InterruptedException {
        if (restored) {
            return;
        }
        try {
            history.read().forEach(reported::putIfAbsent);
            restored = true;
        } catch (IOException e) {
            // Without it a recovery may not be reported; problems are.
            log.info("Cannot read earlier health events of claims: {}", e.getMessage());
        }
    }

    void report(PersistentVolume volume, HealthState state) throws InterruptedException {
        Optional<PersistentVolumeClaim> found = claimOf(volume);
        if (found.isEmpty()) {
            return;
        }
        PersistentVolumeClaim claim = found.get();
        Instant now = clock.instant();
        String uid = claim.meta().uid();
        switch (HealthDecision.decide(state, reported.get(uid), now)) {
            case HealthDecision.Abnormal(String message) -> {
                log.info("Volume {} of claim {} is unhealthy: {}", volume.key(), claim.key(), message);
                events.warning(claim.reference(), VolumeEventReasons.VOLUME_CONDITION_ABNORMAL, message);
                reported.put(uid, new ReportedHealth(message, now));
            }
            case HealthDecision.Normal() -> {
                log.info("Volume {} of claim {} is healthy again.", volume.key(), claim.key());
                events.normal(claim.reference(), VolumeEventReasons.VOLUME_CONDITION_NORMAL, HEALTHY_AGAIN);
                reported.remove(uid);
            }
            case HealthDecision.Nothing() -> {}
        }
        try {
            field.write(claim, state, now);
        } catch (ApiFailure e) {
            log.info("Cannot write the health of claim {} into its status: {}", claim.key(), e.getMessage());
        }
    }

    private Optional<PersistentVolumeClaim> claimOf(PersistentVolume volume) {
        ObjectReference owner = volume.claim();
        return owner == null
                ? Optional.empty()
                : claims.find(owner.key())
                        .filter(claim -> owner.uid().isEmpty()
                                || owner.uid().equals(claim.meta().uid()));
    }
}
