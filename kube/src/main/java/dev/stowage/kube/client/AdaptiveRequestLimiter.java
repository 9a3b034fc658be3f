package dev.stowage.kube.client;

/// Adapts to the server. The number of concurrent requests grows by one after each full round without a refusal
/// and is halved after a refusal.
final class AdaptiveRequestLimiter implements RequestLimiter {
    private static final int LEAST = 2;

    private final int most;
    private int width;
    private int inFlight;
    private int successes;

    AdaptiveRequestLimiter(int start, int most) {
        this.width = start;
        this.most = most;
    }

    @Override
    public synchronized void acquire() throws InterruptedException {
        while (inFlight >= width) {
            wait();
        }
        inFlight++;
    }

    @Override
    public synchronized void release(boolean refused) {
        inFlight--;
        if (refused) {
            width = Math.max(LEAST, width / 2);
            successes = 0;
        } else if (++successes >= width && width < most) {
            width++;
            successes = 0;
            notify();
        }
        // One slot is free, so one waiting thread is notified: the others would only wait again.
        notify();
    }

    synchronized int width() {
        return width;
    }
}
