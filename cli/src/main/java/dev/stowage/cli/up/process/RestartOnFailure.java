package dev.stowage.cli.up.process;

import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A component of this process that is opened again whenever it fails, as the kubelet restarts a container: a
/// sidecar exits when its driver does.
public final class RestartOnFailure implements RunningComponent {
    private static final Logger log = LoggerFactory.getLogger(RestartOnFailure.class);
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(100), Duration.ofSeconds(30));

    /// After a run of this length, the next exit counts as the first failure.
    private static final Duration GOOD_LIFE = Duration.ofSeconds(30);

    private final Opener opener;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    /// Opens the part once.
    @FunctionalInterface
    public interface Opener {
        /// @param failed receives the reason of a fatal failure
        RunningComponent open(Consumer<String> failed) throws IOException, InterruptedException;
    }

    private RestartOnFailure(String name, Opener opener) {
        this.opener = opener;
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::live);
    }

    /// Returns before it is open.
    ///
    /// @param name for threads and logs
    public static RestartOnFailure begin(String name, Opener opener) {
        RestartOnFailure restartOnFailure = new RestartOnFailure(name, opener);
        restartOnFailure.thread.start();
        return restartOnFailure;
    }

    private void live() {
        int failures = 0;
        try {
            while (closing.getCount() > 0) {
                long began = System.nanoTime();
                String why = oneLife();
                failures = System.nanoTime() - began > GOOD_LIFE.toNanos() ? 0 : failures;
                Duration pause = PAUSES.pause(failures++);
                log.info("{} restarts in {} ms: {}", thread.getName(), pause.toMillis(), why);
                if (closing.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            log.debug("{} ends.", thread.getName());
        }
    }

    /// @return why it ended
    private String oneLife() throws InterruptedException {
        CompletableFuture<String> failure = new CompletableFuture<>();
        RunningComponent part;
        try {
            part = opener.open(failure::complete);
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
        try {
            return failure.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the future never fails", e);
        } finally {
            // An interrupt requests an orderly close.
            boolean interrupted = Thread.interrupted();
            part.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        closing.countDown();
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
