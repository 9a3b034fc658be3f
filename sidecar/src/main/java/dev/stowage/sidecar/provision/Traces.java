package dev.stowage.sidecar.provision;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is known about volumes that no volume object names yet: in memory and, where there is a journal, beyond the end
/// of this process. Thread-safe.
final class Traces {
    private static final Logger log = LoggerFactory.getLogger(Traces.class);
    private static final long FLUSH_MILLIS = 1000;

    private record Entry(Trace trace, PersistentVolumeClaim claim) {}

    private final Map<ClaimId, Entry> entries = new ConcurrentHashMap<>();
    private final @Nullable Journal journal;
    private final ScheduledExecutorService timer;
    private final AtomicBoolean flushing = new AtomicBoolean();

    /// Makes the journal, given who hears of the claims that it has.
    @FunctionalInterface
    interface Journals {
        Journal open(Consumer<PersistentVolumeClaim> found);
    }

    /// @param journals null when nothing is kept beyond the end of this process
    Traces(@Nullable Journals journals, ScheduledExecutorService timer) {
        this.journal = journals == null ? null : journals.open(this::open);
        this.timer = timer;
    }

    /// Learns what predecessors left.
    void load() throws ApiFailure, InterruptedException {
        if (journal != null) {
            journal.read();
        }
    }

    Trace of(ClaimId id) {
        Entry entry = entries.get(id);
        return entry == null ? Trace.NONE : entry.trace();
    }

    /// The claim of a volume that may be there, kept because the claim itself may be gone.
    Optional<PersistentVolumeClaim> open(ClaimId id) {
        return Optional.ofNullable(entries.get(id))
                .filter(entry -> entry.trace() == Trace.OPEN)
                .map(Entry::claim);
    }

    /// The claims of all volumes that may be there.
    Iterable<PersistentVolumeClaim> allOpen() {
        return entries.values().stream()
                .filter(entry -> entry.trace() == Trace.OPEN)
                .map(Entry::claim)
                .toList();
    }

    /// The driver is about to be asked. Returns when this is safely noted.
    void begin(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        if (journal != null) {
            journal.note(claim);
        }
        open(claim);
    }

    void open(PersistentVolumeClaim claim) {
        entries.put(ClaimId.of(claim), new Entry(Trace.OPEN, claim));
    }

    /// There is surely no volume. The note stays: the next attempt would only write it again.
    void clean(PersistentVolumeClaim claim) {
        entries.put(ClaimId.of(claim), new Entry(Trace.CLEAN, claim));
    }

    /// There is a volume object, or neither volume nor claim.
    void forget(ClaimId id) {
        entries.remove(id);
        if (journal != null && journal.strike(id.uid())) {
            flushSoon();
        }
    }

    /// The claim is gone. What may be there is not forgotten.
    void gone(ClaimId id) {
        if (of(id) == Trace.CLEAN) {
            forget(id);
        }
    }

    /// Busy times write often enough; after them one write is left to do.
    private void flushSoon() {
        if (flushing.compareAndSet(false, true)) {
            var _ = timer.schedule(
                    () -> Thread.ofVirtual().name("journal").start(this::flush), FLUSH_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void flush() {
        flushing.set(false);
        try {
            if (journal != null) {
                journal.flush();
            }
        } catch (ApiFailure e) {
            log.info("The journal is not written for now: {}", e.getMessage());
            flushSoon();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
