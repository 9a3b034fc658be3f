package dev.stowage.sidecar.resize;

import dev.stowage.kube.client.RequestLimiter;
import java.util.concurrent.atomic.AtomicInteger;

/// No limit, but it counts.
final class Count implements RequestLimiter {
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
