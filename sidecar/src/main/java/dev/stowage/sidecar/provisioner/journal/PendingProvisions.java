package dev.stowage.sidecar.provisioner.journal;

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

/// What is known about volumes that no volume object names yet: in memory and, where there is a journal,
/// beyond the end
/// of this process. Thread-safe.
public final class PendingProvisions {
    private static final Logger log = LoggerFactory.getLogger(PendingProvisions.class);
    private static final long FLUSH_MILLIS = 1000;

    private record Entry(PendingStatus pendingStatus, PersistentVolumeClaim claim) {}

    private final Map<ClaimId, Entry> entries = new ConcurrentHashMap<>();
    private final @Nullable ProvisioningJournal provisioningJournal;
    private final ScheduledExecutorService timer;
    private final AtomicBoolean flushing = new AtomicBoolean();

    /// Makes the journal, given who hears of the claims that it has.
    @FunctionalInterface
    public interface Journals {
        ProvisioningJournal open(Consumer<PersistentVolumeClaim> found);
    }

    /// @param journals null when nothing is kept beyond the end of this process
    public PendingProvisions(@Nullable Journals journals, ScheduledExecutorService timer) {
        this.provisioningJournal = journals == null ? null : journals.open(this::open);
        this.timer = timer;
    }

    /// Learns what predecessors left.
    public void load() throws ApiFailure, InterruptedException {
        if (provisioningJournal != null) {
            provisioningJournal.read();
        }
    }

    public PendingStatus of(ClaimId id) {
        Entry entry = entries.get(id);
        return entry == null ? PendingStatus.NONE : entry.pendingStatus();
    }

    /// The claim of a volume that may be there, kept because the claim itself may be gone.
    public Optional<PersistentVolumeClaim> open(ClaimId id) {
        return Optional.ofNullable(entries.get(id))
                .filter(entry -> entry.pendingStatus() == PendingStatus.OPEN)
                .map(Entry::claim);
    }

    /// The claims of all volumes that may be there.
    public Iterable<PersistentVolumeClaim> allOpen() {
        return entries.values().stream()
                .filter(entry -> entry.pendingStatus() == PendingStatus.OPEN)
                .map(Entry::claim)
                .toList();
    }

    /// The driver is about to be asked. Returns when this is safely noted.
    public void begin(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        if (provisioningJournal != null) {
            provisioningJournal.add(claim);
        }
        open(claim);
    }

    public void open(PersistentVolumeClaim claim) {
        entries.put(ClaimId.of(claim), new Entry(PendingStatus.OPEN, claim));
    }

    /// There is surely no volume. The note stays: the next attempt would only write it again.
    public void markClean(PersistentVolumeClaim claim) {
        entries.put(ClaimId.of(claim), new Entry(PendingStatus.CLEAN, claim));
    }

    /// There is a volume object, or neither volume nor claim.
    public void forget(ClaimId id) {
        entries.remove(id);
        if (provisioningJournal != null && provisioningJournal.remove(id.uid())) {
            flushSoon();
        }
    }

    /// The claim is gone. What may be there is not forgotten.
    public void claimDeleted(ClaimId id) {
        if (of(id) == PendingStatus.CLEAN) {
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
            if (provisioningJournal != null) {
                provisioningJournal.flush();
            }
        } catch (ApiFailure e) {
            log.info("The journal is not written for now: {}", e.getMessage());
            flushSoon();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
