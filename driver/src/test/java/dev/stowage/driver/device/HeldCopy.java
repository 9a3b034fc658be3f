package dev.stowage.driver.device;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/// A copy that ends when a test says so, and keeps what happens to it.
final class HeldCopy implements SnapshotCopies.Copy {

    private final CountDownLatch goOn;
    private final List<String> steps = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    HeldCopy(CountDownLatch goOn) {
        this.goOn = goOn;
    }

    @Override
    public void run(BlockCopyReport progress) {
        awaitUninterruptibly(goOn);
        steps.add("copied");
    }

    @Override
    public void recorded() {
        steps.add("recorded");
    }

    @Override
    public void failed() {
        steps.add("failed");
    }

    @Override
    public void close() {
        steps.add("closed");
        closed.countDown();
    }

    List<String> steps() {
        return steps;
    }

    void awaitClosed() {
        awaitUninterruptibly(closed);
    }

    static void awaitUninterruptibly(CountDownLatch latch) {
        boolean isInterrupted = false;
        boolean isOver = false;
        while (!isOver) {
            try {
                latch.await();
                isOver = true;
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
