package dev.stowage.cluster.garbagecollector;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.PartialObjectMetadata;

/// Writes through the garbage collector's informers, which keep metadata only.
final class GarbageCollectorExecutor implements ActionExecutor {
    private final GarbageCollectorInformers informers;
    private final EventRecorder events;

    GarbageCollectorExecutor(GarbageCollectorInformers informers, EventRecorder events) {
        this.informers = informers;
        this.events = events;
    }

    @Override
    public void execute(ClusterAction action) throws ApiFailure, InterruptedException {
        switch (action) {
            case ClusterAction.PatchObject<?> patchObject ->
                informer(patchObject.kind()).patch(other(patchObject.seen()), patchObject.patch());
            case ClusterAction.Delete<?> delete -> informer(delete.kind()).delete(other(delete.seen()), delete.how());
            case ClusterAction.RecordEvent recordEvent ->
                events.record(recordEvent.about(), recordEvent.type(), recordEvent.reason(), recordEvent.message());
            case ClusterAction.Create<?> create ->
                throw new IllegalStateException("The garbage collector does not create objects: " + create.kind());
            case ClusterAction.PostSubresource<?> postSubresource ->
                throw new IllegalStateException(
                        "The garbage collector does not write subresources: " + postSubresource.kind());
        }
    }

    private Informer<PartialObjectMetadata> informer(Kind<?> kind) throws ApiFailure {
        return informers
                .informer(kind)
                .orElseThrow(() -> new ApiFailure(404, "NotFound", "There are no " + kind + " any more.", null));
    }

    private static PartialObjectMetadata other(KubeObject seen) {
        return seen instanceof PartialObjectMetadata other ? other : new PartialObjectMetadata(seen.meta());
    }
}
