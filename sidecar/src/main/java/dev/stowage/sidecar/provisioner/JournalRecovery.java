package dev.stowage.sidecar.provisioner;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.provisioner.journal.ClaimId;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes up what a process before this one began and did not see the end of.
final class JournalRecovery {
    private static final Logger log = LoggerFactory.getLogger(JournalRecovery.class);
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(200), Duration.ofSeconds(10));

    private final ProvisioningContext context;
    private final WorkQueue<ClaimId> claimQueue;

    JournalRecovery(ProvisioningContext context, WorkQueue<ClaimId> claimQueue) {
        this.context = context;
        this.claimQueue = claimQueue;
    }

    /// Called when the mirrors are full, before anything is worked on.
    void recover() throws InterruptedException {
        load();
        for (PersistentVolumeClaim claim : context.pending().allOpen()) {
            log.info("A process before this one may have asked for the volume of claim {}.", claim.key());
            claimQueue.add(ClaimId.of(claim));
        }
    }

    /// Without it nothing may begin: what is not known now would be overwritten.
    private void load() throws InterruptedException {
        var never = new CountDownLatch(1);
        for (int failures = 0; ; failures++) {
            try {
                context.pending().load();
                return;
            } catch (ApiFailure e) {
                log.warn("The journal cannot be read yet: {}", e.getMessage());
            }
            never.await(PAUSES.pause(failures).toNanos(), TimeUnit.NANOSECONDS);
        }
    }
}
