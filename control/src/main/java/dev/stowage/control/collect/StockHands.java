package dev.stowage.control.collect;

import dev.stowage.control.act.Act;
import dev.stowage.control.act.Hands;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kind;
import dev.stowage.kube.event.EventRecorder;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.KubeObject;
import dev.stowage.kube.object.Other;

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
            case Act.Tell tell -> events.tell(tell.about(), tell.type(), tell.reason(), tell.message());
            case Act.Create<?> create -> throw new IllegalStateException("Nothing is created here: " + create.kind());
            case Act.Send<?> send -> throw new IllegalStateException("Nothing is sent here: " + send.kind());
        }
    }

    private Mirror<Other> mirror(Kind<?> kind) throws ApiFailure {
        return stock.mirror(kind)
                .orElseThrow(() -> new ApiFailure(404, "NotFound", "There are no " + kind + " any more.", null));
    }

    private static Other other(KubeObject seen) {
        return seen instanceof Other other ? other : new Other(seen.meta());
    }
}
