package dev.stowage.control.act;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.KubeObject;

/// Writes go through the mirrors: what was written is seen at once by whoever looks next.
public final class ClusterHands implements Hands {
    private final Informers informers;
    private final EventRecorder events;

    public ClusterHands(Informers informers, EventRecorder events) {
        this.informers = informers;
        this.events = events;
    }

    @Override
    public void carryOut(Act act) throws ApiFailure, InterruptedException {
        switch (act) {
            case Act.Create<?> create -> create(create);
            case Act.Change<?> change -> change(change);
            case Act.Send<?> send -> send(send);
            case Act.Remove<?> remove -> remove(remove);
            case Act.Tell tell -> events.record(tell.about(), tell.type(), tell.reason(), tell.message());
        }
    }

    private <T extends KubeObject> void create(Act.Create<T> create) throws ApiFailure, InterruptedException {
        informers.of(create.kind()).create(create.namespace(), create.object());
    }

    private <T extends KubeObject> void change(Act.Change<T> change) throws ApiFailure, InterruptedException {
        informers.of(change.kind()).patch(change.seen(), change.patch());
    }

    private <T extends KubeObject> void send(Act.Send<T> send) throws ApiFailure, InterruptedException {
        informers.of(send.kind()).send(send.seen(), send.subresource(), send.message());
    }

    private <T extends KubeObject> void remove(Act.Remove<T> remove) throws ApiFailure, InterruptedException {
        informers.of(remove.kind()).delete(remove.seen(), remove.how());
    }
}
