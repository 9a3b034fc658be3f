package dev.stowage.kube.client;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A wait that only an interrupt shortens: the server set the time.
final class InterruptibleSleep {
    private InterruptibleSleep() {}

    static void of(Duration time) throws InterruptedException {
        var never = new CountDownLatch(1);
        boolean _ = never.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }
}
