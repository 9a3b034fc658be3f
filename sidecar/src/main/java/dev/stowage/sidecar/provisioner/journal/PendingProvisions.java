package dev.stowage.sidecar.provisioner.journal;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Volumes that may exist without a PersistentVolume: in memory and, if there is a journal, across restarts.
/// Thread-safe.
public final class PendingProvisions {
    private static final Logger log = LoggerFactory.getLogger(PendingProvisions.class);
    private static final long FLUSH_MILLIS = 1000;

    private record Entry(PendingStatus pendingStatus, PersistentVolumeClaim claim) {}

    private final Map<ClaimId, Entry> entries = new ConcurrentHashMap<>();
    private final @Nullable ProvisioningJournal journal;
    private final ScheduledExecutorService timer;
    private final AtomicBoolean flushing = new AtomicBoolean();

    /// Creates the journal, given a consumer of the claims that it contains.
    @FunctionalInterface
    public interface Journals {
        ProvisioningJournal open(Consumer<PersistentVolumeClaim> found);
    }

    /// @param journals null when nothing is kept across restarts
    public PendingProvisions(@Nullable Journals journals, ScheduledExecutorService timer) {
        this.journal = journals == null ? null : journals.open(this::open);
        this.timer = timer;
    }

    /// Whether the entries are kept in a journal that survives this process.
    public boolean isDurable() {
        return journal != null;
    }

    /// Reads what earlier processes left.
    void load() throws ApiFailure, InterruptedException {
        if (journal != null) {
            journal.read();
        }
    }

    public PendingStatus of(ClaimId id) {
        Entry entry = entries.get(id);
        return entry == null ? PendingStatus.NONE : entry.pendingStatus();
    }

    /// The claim of a volume that may exist, kept because the claim itself may be deleted.
    public Optional<PersistentVolumeClaim> open(ClaimId id) {
        return Optional.ofNullable(entries.get(id))
                .filter(entry -> entry.pendingStatus() == PendingStatus.OPEN)
                .map(Entry::claim);
    }

    /// The claims of all volumes that may exist.
    Iterable<PersistentVolumeClaim> allOpen() {
        return entries.values().stream()
                .filter(entry -> entry.pendingStatus() == PendingStatus.OPEN)
                .map(Entry::claim)
                .toList();
    }

    /// The driver is about to be called. Returns when this is recorded.
    ///
    /// @param annotations the annotations of the claim that the request depends on
    public void begin(PersistentVolumeClaim claim, Set<String> annotations)
            throws ApiFailure, JournalFullException, InterruptedException {
        if (journal != null) {
            journal.add(claim, annotations);
        }
        open(claim);
    }

    public void open(PersistentVolumeClaim claim) {
        entries.put(ClaimId.of(claim), new Entry(PendingStatus.OPEN, claim));
    }

    /// No volume exists. The journal has room only for claims whose volumes may exist: some can never be
    /// provisioned.
    public void markClean(PersistentVolumeClaim claim) {
        ClaimId id = ClaimId.of(claim);
        entries.put(id, new Entry(PendingStatus.CLEAN, claim));
        strike(id);
    }

    /// The PersistentVolume exists, or neither volume nor claim does.
    public void forget(ClaimId id) {
        entries.remove(id);
        strike(id);
    }

    private void strike(ClaimId id) {
        if (journal != null && journal.remove(id)) {
            flushSoon();
        }
    }

    /// The claim is deleted. A volume that may exist is not forgotten.
    public void claimDeleted(ClaimId id) {
        if (of(id) == PendingStatus.CLEAN) {
            forget(id);
        }
    }

    /// Under load, other writes remove entries; afterwards one more write is needed.
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
            log.info("Cannot write the provisioning journal yet: {}", e.getMessage());
            flushSoon();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
