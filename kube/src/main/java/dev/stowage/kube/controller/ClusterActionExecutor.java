package dev.stowage.kube.controller;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.KubeObject;

/// Writes through the informers: the next reader sees the result immediately.
public final class ClusterActionExecutor implements ActionExecutor {
    private final Informers informers;
    private final EventRecorder events;

    public ClusterActionExecutor(Informers informers, EventRecorder events) {
        this.informers = informers;
        this.events = events;
    }

    @Override
    public void execute(ClusterAction action) throws ApiFailure, InterruptedException {
        switch (action) {
            case ClusterAction.Create<?> create -> create(create);
            case ClusterAction.PatchObject<?> patchObject -> change(patchObject);
            case ClusterAction.PostSubresource<?> postSubresource -> send(postSubresource);
            case ClusterAction.Delete<?> delete -> remove(delete);
            case ClusterAction.RecordEvent recordEvent ->
                events.record(recordEvent.about(), recordEvent.type(), recordEvent.reason(), recordEvent.message());
        }
    }

    private <T extends KubeObject> void create(ClusterAction.Create<T> create) throws ApiFailure, InterruptedException {
        informers.of(create.kind()).create(create.namespace(), create.object());
    }

    private <T extends KubeObject> void change(ClusterAction.PatchObject<T> patchObject)
            throws ApiFailure, InterruptedException {
        informers.of(patchObject.kind()).patch(patchObject.seen(), patchObject.patch());
    }

    private <T extends KubeObject> void send(ClusterAction.PostSubresource<T> postSubresource)
            throws ApiFailure, InterruptedException {
        informers
                .of(postSubresource.kind())
                .send(postSubresource.seen(), postSubresource.subresource(), postSubresource.message());
    }

    private <T extends KubeObject> void remove(ClusterAction.Delete<T> delete) throws ApiFailure, InterruptedException {
        informers.of(delete.kind()).delete(delete.seen(), delete.how());
    }
}
