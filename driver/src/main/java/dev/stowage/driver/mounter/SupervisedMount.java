package dev.stowage.driver.mounter;

import dev.stowage.driver.mounter.daemon.DaemonProcess;
import dev.stowage.driver.mounter.daemon.DaemonStarter;
import dev.stowage.linux.BlockingCalls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One share: mounts it, notices when its daemon dies, and mounts it again, with growing pauses. Safe for several
/// threads: one lock guards all changes, and nothing waits for another share.
///
/// A process is ended only when its pid and start time, or its token, prove that this mounter has started it.
final class SupervisedMount {
    private static final Logger log = LoggerFactory.getLogger(SupervisedMount.class);
    private static final Duration LOCK_WAIT = Duration.ofSeconds(25);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(250);

    private final MountedShare share;
    private final MounterContext context;
    private final DaemonStart starting;
    private final BlockingCalls probes = new BlockingCalls(2, 16, 2, Duration.ofSeconds(5));
    private final ReentrantLock change = new ReentrantLock();
    private volatile @Nullable MountRecord mountRecord;
    private @Nullable DaemonProcess daemon;
    private int failures;
    private long notBefore;
    private String lastFailure = "";
    private boolean isClosed;

    SupervisedMount(MountedShare share, MounterContext context) {
        this.share = share;
        this.context = context;
        this.starting = new DaemonStart(share, context);
    }

    MountedShare share() {
        return share;
    }

    /// After a restart of the mounter: takes over a daemon that still runs, and replaces one that does not.
    void adopt(MountRecord recorded) throws IOException {
        change.lock();
        try {
            mountRecord = recorded;
            Optional<DaemonProcess> running = recorded.running();
            boolean isThere = state() != MountState.NOTHING;
            if (running.isPresent() && isThere) {
                MountRecord adopted = recorded.startedAs(running.get()).completed();
                context.records().write(share.name(), adopted);
                mountRecord = adopted;
                watch(running.get());
                log.info("Took over share {} at {}, served by process {}.", share.name(), share.directory(), pid());
                return;
            }
            if (running.isPresent() && recorded.complete()) {
                log.warn(
                        "Process {} still serves mounts of share {}; leaving it.",
                        running.get().pid(),
                        share.name());
            } else if (running.isPresent()) {
                running.get().kill(); // an interrupted start
            }
            context.timer().execute(this::retry);
        } finally {
            change.unlock();
        }
    }

    /// The share is mounted when this returns.
    void mount() throws IOException {
        lock();
        try {
            if (isClosed) {
                throw new IOException("the mounter stops; share " + share.name() + " is not mounted any more");
            }
            if (mountRecord != null && state() == MountState.MOUNTED) {
                return;
            }
            if (failures > 0 && System.nanoTime() < notBefore) {
                throw new IOException(lastFailure + "; the next attempt follows in "
                        + (1 + TimeUnit.NANOSECONDS.toSeconds(notBefore - System.nanoTime())) + " s");
            }
            replace();
        } finally {
            change.unlock();
        }
    }

    private void lock() throws IOException {
        try {
            if (!change.tryLock(LOCK_WAIT.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new IOException("share " + share.name() + " is busy; try again");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the call for share " + share.name() + " was interrupted", e);
        }
    }

    private MountState state() throws IOException {
        return MountState.of(share.directory(), context.mounts(), probes);
    }

    private long pid() {
        return daemon == null ? 0 : daemon.pid();
    }

    private void replace() throws IOException {
        MountState before = state();
        if (before == MountState.FOREIGN || (before != MountState.NOTHING && mountRecord == null)) {
            throw new IOException(
                    "another file system is mounted at %s; unmount it first".formatted(share.directory()));
        }
        if (before == MountState.MOUNTED) { // it lives, and so does the process that serves it
            return;
        }
        if (before == MountState.DEAD && daemon != null && daemon.isRunning()) {
            // A client of GlusterFS that has lost all its servers: it finds them again, and then open files work.
            throw new IOException("process %d of share %s is not connected to its servers; check them"
                    .formatted(daemon.pid(), share.name()));
        }
        daemon = null;
        if (before == MountState.DEAD) {
            context.mounts().unmountLazily(share.directory());
        }
        try {
            MountRecord started = starting.run(() -> state() == MountState.MOUNTED);
            mountRecord = started;
            watch(started.daemon().orElseThrow());
            failures = 0;
            log.info("Mounted share {} at {}, served by process {}.", share.name(), share.directory(), pid());
            context.events().mounted(share.name());
        } catch (IOException e) {
            lastFailure = String.valueOf(e.getMessage());
            notBefore = System.nanoTime() + pause().toNanos();
            failures++;
            if (mountRecord != null) {
                context.records()
                        .write(share.name(), mountRecord); // its volumes are published: try again after a restart
            }
            throw e;
        }
    }

    private Duration pause() {
        Duration grown = SHORTEST_PAUSE.multipliedBy(1L << Math.min(failures, 10));
        return grown.compareTo(LONGEST_PAUSE) < 0 ? grown : LONGEST_PAUSE;
    }

    private void watch(DaemonProcess process) throws IOException {
        daemon = process;
        var descriptor = process.open();
        if (descriptor.isPresent()) {
            context.exits().watch(descriptor.get(), () -> context.timer().execute(() -> ended(process)));
        } else {
            context.timer().execute(() -> ended(process));
        }
    }

    private void ended(DaemonProcess process) {
        change.lock();
        try {
            if (!process.equals(daemon)) {
                return;
            }
            daemon = null;
            if (state() == MountState.NOTHING) {
                log.info("Share {} was unmounted by another program; it is mounted when it is needed.", share.name());
                forget();
                return;
            }
            log.warn("Process {}, which serves share {}, has ended; starting it again.", process.pid(), share.name());
            retry();
        } catch (IOException e) {
            log.warn("Cannot check share {}: {}", share.name(), e.getMessage());
        } finally {
            change.unlock();
        }
    }

    private void forget() throws IOException {
        mountRecord = null;
        context.records().delete(share.name());
    }

    /// Mounts a share again that has been mounted before.
    private void retry() {
        change.lock();
        try {
            if (mountRecord != null && !context.isStopped()) {
                replace();
            }
        } catch (IOException | RuntimeException e) {
            Duration pause = pause();
            log.warn("{}; trying again in {} ms.", e.getMessage(), pause.toMillis());
            var _ = context.timer().schedule(this::retry, pause.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            change.unlock();
        }
    }

    void limitLog() {
        try {
            DaemonStarter.limit(context.log(share.name()));
        } catch (IOException | RuntimeException e) {
            log.warn("Cannot shorten the log of share {}: {}", share.name(), e.getMessage());
        }
    }

    /// Its daemon ends by itself.
    ///
    /// @throws IOException when a volume of the share is published, or a program uses it
    void unmount() throws IOException {
        lock();
        try {
            List<Path> users = MountState.users(share.directory(), context.mounts());
            if (!users.isEmpty()) {
                throw new IOException("share %s is in use at %s and %d other places; unpublish its volumes first"
                        .formatted(share.name(), users.getFirst(), users.size() - 1));
            }
            if (mountRecord != null && state() != MountState.NOTHING) {
                context.mounts().unmount(share.directory());
                log.info("Unmounted share {} from {}.", share.name(), share.directory());
            }
            daemon = null;
            forget();
        } finally {
            change.unlock();
        }
    }

    /// Keeps other threads from changing it, until [#release]. What is being done is completed first.
    void hold() throws IOException {
        lock();
    }

    void release() {
        change.unlock();
    }

    /// From now on it is not mounted any more. The caller holds it.
    void close() {
        isClosed = true;
    }

    boolean isMounted() {
        return mountRecord != null;
    }

    /// One line for an operator.
    String describe() throws IOException {
        lock();
        try {
            String state = mountRecord == null ? "not mounted" : "mounted by process " + pid();
            return "%s %s: %s%s"
                    .formatted(share.name(), share.directory(), state, failures > 0 ? "; " + lastFailure : "");
        } finally {
            change.unlock();
        }
    }
}
