package dev.stowage.driver.device;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.SyscallTimedOutException;
import dev.stowage.linux.file.FsFreeze;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One frozen file system, from its freeze to its thaw. Its own thread makes both calls, because a cancelled caller
/// is interrupted and could no longer thaw. The thread thaws exactly what it froze, so a late thaw cannot end the
/// freeze of another snapshot.
final class FileSystemHold {

    private static final Logger log = LoggerFactory.getLogger(FileSystemHold.class);
    private static final Duration FREEZE_WAIT = Duration.ofSeconds(90);
    private static final Duration THAW_WAIT = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final VolumeFreezer.Frozen what;
    private final Runnable afterwards;
    private final CompletableFuture<Boolean> frozen = new CompletableFuture<>();
    private final CountDownLatch release = new CountDownLatch(1);
    /// Why it was not frozen until the end, if so.
    private final CompletableFuture<Optional<String>> thawed = new CompletableFuture<>();
    private volatile boolean isStopped;

    /// @param afterwards runs on the thread, when the file system is no longer frozen
    FileSystemHold(VolumeFreezer.Frozen what, Runnable afterwards) {
        this.what = what;
        this.afterwards = afterwards;
    }

    void start() {
        Thread.ofPlatform().daemon().name("freeze of volume " + what.volume()).start(this::run);
    }

    private void run() {
        boolean wasFrozen;
        try (Descriptor mountPoint = FsFreeze.freezeHere(what.at())) {
            frozen.complete(true);
            awaitRelease();
            wasFrozen = thaw(mountPoint);
        } catch (IOException | RuntimeException e) {
            afterwards.run();
            thawed.complete(Optional.empty());
            frozen.completeExceptionally(e);
            return;
        }
        afterwards.run();
        if (!wasFrozen) {
            thawed.complete(Optional.of("another program thawed volume " + what.volume()));
        } else {
            thawed.complete(isStopped ? Optional.of("the driver is stopping") : Optional.empty());
        }
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody does; if so, it is time to thaw
        }
    }

    /// False when another program has thawed it.
    private boolean thaw(Descriptor mountPoint) {
        while (true) {
            try {
                FsFreeze.thawHere(mountPoint);
                return true;
            } catch (IOException e) {
                if (e instanceof LinuxException failed && failed.errno() == Errno.EINVAL) {
                    return false;
                }
                log.error("Cannot thaw volume {} at {}; retrying.", what.volume(), what.at(), e);
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /// Waits, also when the caller is cancelled: it holds the lock of the volume until the outcome is known.
    ///
    /// @throws SyscallTimedOutException when the kernel takes too long; the file system is then thawed as soon as
    ///     it is frozen
    void awaitFrozen() throws IOException {
        try {
            frozen.copy().orTimeout(FREEZE_WAIT.toNanos(), TimeUnit.NANOSECONDS).join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case TimeoutException _ -> {
                    release.countDown();
                    throw SyscallTimedOutException.of("freeze", what.at().toString());
                }
                case IOException failure -> throw failure;
                case null, default -> throw e;
            }
        }
    }

    void release() {
        release.countDown();
    }

    /// Thaws although the freeze is still wanted.
    void stop() {
        isStopped = true;
        release.countDown();
    }

    boolean isEnded() {
        return thawed.isDone();
    }

    /// Waits for the thaw, also when the caller is cancelled. Returns why the file system was not frozen until its
    /// release, if so.
    Optional<String> awaitThawed() {
        if (!frozen.isDone()) {
            return Optional.empty(); // the kernel still hangs in the freeze
        }
        try {
            return thawed.copy()
                    .orTimeout(THAW_WAIT.toNanos(), TimeUnit.NANOSECONDS)
                    .join();
        } catch (CompletionException e) {
            log.error("Volume {} at {} is still frozen; the thaw is being retried.", what.volume(), what.at());
            return Optional.empty();
        }
    }
}
