package dev.stowage.control.collect;

import dev.stowage.control.act.Act;
import dev.stowage.control.act.Hands;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.PartialObjectMetadata;

/// Writes through the mirrors of the stock, which keep no more than the metadata.
final class StockHands implements Hands {
    private final Stock stock;
    private final EventRecorder events;

    StockHands(Stock stock, EventRecorder events) {
        this.stock = stock;
        this.events = events;
    }

    @Override
    public void carryOut(Act act) throws ApiFailure, InterruptedException {
        switch (act) {
            case Act.Change<?> change -> mirror(change.kind()).patch(other(change.seen()), change.patch());
            case Act.Remove<?> remove -> mirror(remove.kind()).delete(other(remove.seen()), remove.how());
            case Act.Tell tell -> events.record(tell.about(), tell.type(), tell.reason(), tell.message());
            case Act.Create<?> create -> throw new IllegalStateException("Nothing is created here: " + create.kind());
            case Act.Send<?> send -> throw new IllegalStateException("Nothing is sent here: " + send.kind());
        }
    }

    private Informer<PartialObjectMetadata> mirror(Kind<?> kind) throws ApiFailure {
        return stock.mirror(kind)
                .orElseThrow(() -> new ApiFailure(404, "NotFound", "There are no " + kind + " any more.", null));
    }

    private static PartialObjectMetadata other(KubeObject seen) {
        return seen instanceof PartialObjectMetadata other ? other : new PartialObjectMetadata(seen.meta());
    }
}
