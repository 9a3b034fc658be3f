package dev.stowage.sidecar.health;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.sidecar.health.Announcement.Said;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells claims how their volumes are, and remembers what it said of those that are ill.
final class Announcer {
    private static final Logger log = LoggerFactory.getLogger(Announcer.class);
    private static final String WELL_AGAIN = "The Volume returns to the healthy state";

    private final Informer<PersistentVolumeClaim> claims;
    private final EventRecorder events;
    private final HealthField field;
    private final Recollection recollection;
    private final InstantSource clock;
    private final Map<String, Said> said = new ConcurrentHashMap<>();
    private volatile boolean recalled;

    Announcer(Informer<PersistentVolumeClaim> claims, EventRecorder events, Recollection recollection, InstantSource clock) {
        this.claims = claims;
        this.events = events;
        this.field = new HealthField(claims);
        this.recollection = recollection;
        this.clock = clock;
        claims.addEventHandler((before, now) -> {
            if (before != null
                    && (now == null || !now.meta().uid().equals(before.meta().uid()))) {
                said.remove(before.meta().uid());
            }
        });
    }

    /// Called before each round, by one thread at a time; does its work once.
    void recall() throws InterruptedException {
        if (recalled) {
            return;
        }
        try {
            recollection.read().forEach(said::putIfAbsent);
            recalled = true;
        } catch (IOException e) {
            // Without it a recovery may go untold; trouble is told all the same.
            log.info("What was said of claims before cannot be read: {}", e.getMessage());
        }
    }

    void tell(PersistentVolume volume, Health health) throws InterruptedException {
        Optional<PersistentVolumeClaim> claim = claimOf(volume);
        if (claim.isEmpty()) {
            return;
        }
        PersistentVolumeClaim about = claim.get();
        Instant now = clock.instant();
        String uid = about.meta().uid();
        switch (Announcement.decide(health, said.get(uid), now)) {
            case Announcement.Abnormal(String message) -> {
                log.info("Volume {} of claim {} is not well: {}", volume.key(), about.key(), message);
                events.warning(about.reference(), Recollection.ABNORMAL, message);
                said.put(uid, new Said(message, now));
            }
            case Announcement.Normal() -> {
                log.info("Volume {} of claim {} is well again.", volume.key(), about.key());
                events.normal(about.reference(), Recollection.NORMAL, WELL_AGAIN);
                said.remove(uid);
            }
            case Announcement.Silence() -> {}
        }
        try {
            field.write(about, health, now);
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
