package dev.stowage.sidecar.attach;

import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Patch;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Attachment;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.kube.queue.WorkQueue;
import java.util.Map;
import java.util.Optional;

/// For drivers that have nothing to attach: whatever is asked for is there already.
final class TrivialWork implements WorkQueue.Worker<String> {
    private final Mirror<Attachment> attachments;
    private final String driver;

    TrivialWork(Mirror<Attachment> attachments, String driver) {
        this.attachments = attachments;
        this.driver = driver;
    }

    @Override
    public Outcome work(String name) throws ApiFailure, InterruptedException {
        Attachment seen = attachments.find(name).orElse(null);
        if (seen == null || !seen.attacher().equals(driver) || seen.attached()) {
            return Outcome.done();
        }
        Optional<Patch> patch = StatusPatches.attached(seen, Map.of());
        if (patch.isPresent()) {
            var _ = attachments.patch(seen, patch.get());
        }
        return Outcome.done();
    }
}
