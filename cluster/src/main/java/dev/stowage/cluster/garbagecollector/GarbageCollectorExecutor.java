package dev.stowage.cluster.garbagecollector;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.PartialObjectMetadata;

/// Writes through the mirrors of the stock, which keep no more than the metadata.
final class GarbageCollectorExecutor implements ActionExecutor {
    private final GarbageCollectorInformers garbageCollectorInformers;
    private final EventRecorder events;

    GarbageCollectorExecutor(GarbageCollectorInformers garbageCollectorInformers, EventRecorder events) {
        this.garbageCollectorInformers = garbageCollectorInformers;
        this.events = events;
    }

    @Override
    public void execute(ClusterAction action) throws ApiFailure, InterruptedException {
        switch (action) {
            case ClusterAction.PatchObject<?> patchObject ->
                mirror(patchObject.kind()).patch(other(patchObject.seen()), patchObject.patch());
            case ClusterAction.Delete<?> delete -> mirror(delete.kind()).delete(other(delete.seen()), delete.how());
            case ClusterAction.RecordEvent recordEvent ->
                events.record(recordEvent.about(), recordEvent.type(), recordEvent.reason(), recordEvent.message());
            case ClusterAction.Create<?> create ->
                throw new IllegalStateException("Nothing is created here: " + create.kind());
            case ClusterAction.PostSubresource<?> postSubresource ->
                throw new IllegalStateException("Nothing is sent here: " + postSubresource.kind());
        }
    }

    private Informer<PartialObjectMetadata> mirror(Kind<?> kind) throws ApiFailure {
        return garbageCollectorInformers
                .informer(kind)
                .orElseThrow(() -> new ApiFailure(404, "NotFound", "There are no " + kind + " any more.", null));
    }

    private static PartialObjectMetadata other(KubeObject seen) {
        return seen instanceof PartialObjectMetadata other ? other : new PartialObjectMetadata(seen.meta());
    }
}
