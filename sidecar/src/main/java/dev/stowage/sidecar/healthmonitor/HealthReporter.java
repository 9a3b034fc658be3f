package dev.stowage.sidecar.healthmonitor;

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

/// Tells claims how their volumes are, and remembers what it said of those that are ill.
final class HealthReporter {
    private static final Logger log = LoggerFactory.getLogger(HealthReporter.class);
    private static final String WELL_AGAIN = "The Volume returns to the healthy state";

    private final Informer<PersistentVolumeClaim> claims;
    private final EventRecorder events;
    private final HealthStatusField field;
    private final HealthEventHistory healthEventHistory;
    private final InstantSource clock;
    private final Map<String, ReportedHealth> said = new ConcurrentHashMap<>();
    private volatile boolean recalled;

    HealthReporter(
            Informer<PersistentVolumeClaim> claims,
            EventRecorder events,
            HealthEventHistory healthEventHistory,
            InstantSource clock) {
        this.claims = claims;
        this.events = events;
        this.field = new HealthStatusField(claims);
        this.healthEventHistory = healthEventHistory;
        this.clock = clock;
        claims.addEventHandler((before, now) -> {
            if (before != null
                    && (now == null || !now.meta().uid().equals(before.meta().uid()))) {
                said.remove(before.meta().uid());
            }
        });
    }

    /// Called before each round, by one thread at a time; does its work once.
    void restore() throws InterruptedException {
        if (recalled) {
            return;
        }
        try {
            healthEventHistory.read().forEach(said::putIfAbsent);
            recalled = true;
        } catch (IOException e) {
            // Without it a recovery may go untold; trouble is told all the same.
            log.info("What was said of claims before cannot be read: {}", e.getMessage());
        }
    }

    void report(PersistentVolume volume, HealthState healthState) throws InterruptedException {
        Optional<PersistentVolumeClaim> claim = claimOf(volume);
        if (claim.isEmpty()) {
            return;
        }
        PersistentVolumeClaim about = claim.get();
        Instant now = clock.instant();
        String uid = about.meta().uid();
        switch (HealthDecision.decide(healthState, said.get(uid), now)) {
            case HealthDecision.Abnormal(String message) -> {
                log.info("Volume {} of claim {} is not well: {}", volume.key(), about.key(), message);
                events.warning(about.reference(), HealthEventHistory.ABNORMAL, message);
                said.put(uid, new ReportedHealth(message, now));
            }
            case HealthDecision.Normal() -> {
                log.info("Volume {} of claim {} is well again.", volume.key(), about.key());
                events.normal(about.reference(), HealthEventHistory.NORMAL, WELL_AGAIN);
                said.remove(uid);
            }
            case HealthDecision.Nothing() -> {}
        }
        try {
            field.write(about, healthState, now);
        } catch (ApiFailure e) {
            log.info("The health of claim {} was not written into its status: {}", about.key(), e.getMessage());
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
