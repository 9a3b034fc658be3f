package dev.stowage.sidecar.attacher;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.util.Map;
import java.util.Optional;

/// For drivers without ControllerPublishVolume: marks every attachment as attached.
final class TrivialAttachWorker implements WorkQueue.Worker<String> {
    private final Informer<VolumeAttachment> attachments;
    private final String driver;

    TrivialAttachWorker(Informer<VolumeAttachment> attachments, String driver) {
        this.attachments = attachments;
        this.driver = driver;
    }

    @Override
    public ReconcileResult work(String name) throws ApiFailure, InterruptedException {
        VolumeAttachment seen = attachments.find(name).orElse(null);
        if (seen == null || !seen.attacher().equals(driver) || seen.attached()) {
            return ReconcileResult.done();
        }
        Optional<Patch> patch = AttachmentStatusPatches.attached(seen, Map.of());
        if (patch.isPresent()) {
            var _ = attachments.patch(seen, patch.get());
        }
        return ReconcileResult.done();
    }
}
