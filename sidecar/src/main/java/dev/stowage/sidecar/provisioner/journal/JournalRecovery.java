package dev.stowage.sidecar.provisioner.journal;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Resumes the provisions that an earlier process began and did not finish.
public final class JournalRecovery {
    private static final Logger log = LoggerFactory.getLogger(JournalRecovery.class);
    private static final ExponentialBackoff BACKOFF =
            new ExponentialBackoff(Duration.ofMillis(200), Duration.ofSeconds(10));

    private final PendingProvisions pending;
    private final WorkQueue<ClaimId> claimQueue;

    public JournalRecovery(PendingProvisions pending, WorkQueue<ClaimId> claimQueue) {
        this.pending = pending;
        this.claimQueue = claimQueue;
    }

    /// Called when the informers are synced, before any claim is processed.
    public void recover() throws InterruptedException {
        load();
        for (PersistentVolumeClaim claim : pending.allOpen()) {
            log.info("Resuming claim {}: an earlier process may have requested its volume.", claim.key());
            claimQueue.add(ClaimId.of(claim));
        }
    }

    /// Nothing may start before: entries that are not known now would be overwritten.
    private void load() throws InterruptedException {
        var never = new CountDownLatch(1);
        for (int failures = 0; ; failures++) {
            try {
                pending.load();
                return;
            } catch (ApiFailure e) {
                log.warn("Cannot read the provisioning journal yet: {}", e.getMessage());
            }
            never.await(BACKOFF.pause(failures).toNanos(), TimeUnit.NANOSECONDS);
        }
    }
}
