package dev.stowage.sidecar.resizer;

import dev.stowage.kube.client.RequestLimiter;
import java.util.concurrent.atomic.AtomicInteger;

/// Counts requests without limiting them.
final class CountingLimiter implements RequestLimiter {
    private final AtomicInteger sent = new AtomicInteger();

    @Override
    public void acquire() {
        sent.incrementAndGet();
    }

    @Override
    public void release(boolean refused) {}

    int sent() {
        return sent.get();
    }
}
