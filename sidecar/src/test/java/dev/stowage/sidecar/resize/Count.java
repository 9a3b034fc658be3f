package dev.stowage.sidecar.resize;

import dev.stowage.kube.api.Limit;
import java.util.concurrent.atomic.AtomicInteger;

/// No limit, but it counts.
final class Count implements Limit {
    private final AtomicInteger sent = new AtomicInteger();

    @Override
    public void enter() {
        sent.incrementAndGet();
    }

    @Override
    public void leave(boolean refused) {}

    int sent() {
        return sent.get();
    }
}
