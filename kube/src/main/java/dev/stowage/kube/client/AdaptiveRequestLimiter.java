package dev.stowage.kube.client;

/// Lets the server set the pace. So many requests are under way at once as have been answered well lately: one more
/// after each full round without a refusal, half as many after a refusal.
final class AdaptiveRequestLimiter implements RequestLimiter {
    private static final int LEAST = 2;

    private final int most;
    private int width;
    private int underWay;
    private int wellSinceChange;

    AdaptiveRequestLimiter(int start, int most) {
        this.width = start;
        this.most = most;
    }

    @Override
    public synchronized void acquire() throws InterruptedException {
        while (underWay >= width) {
            wait();
        }
        underWay++;
    }

    @Override
    public synchronized void release(boolean refused) {
        underWay--;
        if (refused) {
            width = Math.max(LEAST, width / 2);
            wellSinceChange = 0;
        } else if (++wellSinceChange >= width && width < most) {
            width++;
            wellSinceChange = 0;
            notify();
        }
        // One turn is free, so one of those who wait is woken: all at once would only go back to waiting.
        notify();
    }

    synchronized int width() {
        return width;
    }
}
