package dev.stowage.kube.manager;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How a process comes to its end: it is told to, or cannot go on. The first reason counts. Thread-safe.
public final class ShutdownSignal {

    private static final Logger log = LoggerFactory.getLogger(ShutdownSignal.class);

    /// What is to happen.
    enum Mode {
        /// Finish what is under way, give leases back.
        ORDERLY,
        /// Something is broken that a new start may mend.
        FAILED,
        /// Somebody else may be at our work by now: not one more request.
        AT_ONCE
    }

    private final CompletableFuture<Mode> kind = new CompletableFuture<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread main = Thread.currentThread();
    private final Duration grace;
    private volatile Consumer<String> owner = _ -> {};
    private boolean beginning = true;
    private final Thread hook = Thread.ofPlatform().name("end").unstarted(this::onSignal);

    /// @param grace how long the virtual machine waits for us at its end
    ShutdownSignal(Duration grace) {
        this.grace = grace;
    }

    /// From now on, a signal ends the process in order.
    void listen() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void onSignal() {
        if (kind.complete(Mode.ORDERLY)) {
            log.info("Ending: the process was told to.");
            interruptBeginning();
        }
        try {
            if (!over.await(grace.toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn("Not everything ended within {} s.", grace.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// It may be waiting for a driver that never comes.
    private synchronized void interruptBeginning() {
        if (beginning) {
            main.interrupt();
        }
    }

    /// From now on nothing interrupts whoever closes things: leases are given back by requests, and those take
    /// a while.
    synchronized void begun() {
        beginning = false;
    }

    void end(Mode how, String why) {
        if (kind.complete(how)) {
            log.error("Ending: {}.", why);
            owner.accept(why);
        }
    }

    /// No signal counts: somebody ends us, and hears when we cannot go on.
    void delegateTo(Consumer<String> other) {
        owner = other;
    }

    /// Whoever we belong to wants the end, or the work is done.
    public void requestShutdown() {
        kind.complete(Mode.ORDERLY);
    }

    public void fail(String why) {
        end(Mode.FAILED, why);
    }

    public boolean isRequested() {
        return kind.isDone();
    }

    Mode await() throws InterruptedException {
        try {
            return kind.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("An end is never a failure.", e);
        }
    }

    /// All is closed; the virtual machine may go.
    void over() {
        over.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            log.debug("The virtual machine is ending already.");
        }
    }
}
