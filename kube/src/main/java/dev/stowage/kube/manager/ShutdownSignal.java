package dev.stowage.kube.manager;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Why and how a process shuts down: on request or after a failure. The first reason counts. Thread-safe.
public final class ShutdownSignal {

    private static final Logger log = LoggerFactory.getLogger(ShutdownSignal.class);

    /// How to shut down.
    enum Mode {
        /// Finish running work and release the leases.
        ORDERLY,
        /// A failure that a restart may fix.
        FAILED,
        /// Another process may already do our work: send no more requests.
        AT_ONCE
    }

    private final CompletableFuture<Mode> requested = new CompletableFuture<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread main = Thread.currentThread();
    private final Duration grace;
    private volatile Consumer<String> owner = _ -> {};
    private boolean starting = true;
    private final Thread hook = Thread.ofPlatform().name("end").unstarted(this::onSignal);

    /// @param grace how long the virtual machine waits for us at exit
    ShutdownSignal(Duration grace) {
        this.grace = grace;
    }

    /// From now on, a signal shuts the process down in order.
    void listen() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void onSignal() {
        if (requested.complete(Mode.ORDERLY)) {
            log.info("Shutting down: received a termination signal.");
            interruptStartup();
        }
        try {
            if (!over.await(grace.toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn("Some components did not stop within {}s.", grace.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// It may be waiting for a driver that never starts.
    private synchronized void interruptStartup() {
        if (starting) {
            main.interrupt();
        }
    }

    /// From now on nothing interrupts the closing thread: releasing a lease is a request, which takes a while.
    synchronized void started() {
        starting = false;
    }

    void end(Mode how, String why) {
        if (requested.complete(how)) {
            log.error("Shutting down: {}.", why);
            owner.accept(why);
        }
    }

    /// Ignores signals: the owner stops us, and is called when we cannot continue.
    void delegateTo(Consumer<String> other) {
        owner = other;
    }

    /// The owner requests the shutdown, or the work is complete.
    public void requestShutdown() {
        requested.complete(Mode.ORDERLY);
    }

    public void fail(String why) {
        end(Mode.FAILED, why);
    }

    public boolean isRequested() {
        return requested.isDone();
    }

    Mode await() throws InterruptedException {
        try {
            return requested.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("A shutdown mode is never set exceptionally.", e);
        }
    }

    /// Everything is closed; the virtual machine may exit.
    void over() {
        over.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            log.debug("The virtual machine is already shutting down.");
        }
    }
}
