package dev.stowage.driver.mounter;

import dev.stowage.driver.mounter.daemon.DaemonProcess;
import dev.stowage.driver.mounter.daemon.DaemonStarter;
import dev.stowage.driver.mounter.daemon.DaemonToken;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.record.KillPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Starts the daemon of a share and waits for its mount. When that fails, nothing is left: no process, no mount and
/// no record.
///
/// @param share the share; nothing is mounted at its directory
/// @param context of the mounter
record DaemonStart(MountedShare share, MounterContext context) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int OWNER_ONLY = 0700;
    private static final long PAUSE_MILLIS = 10;

    /// Whether the mount is there.
    @FunctionalInterface
    interface Condition {
        boolean holds() throws IOException;
    }

    MountRecord run(Condition mounted) throws IOException {
        Path log = context.log(share.name());
        Directories.ensure(share.directory(), OWNER_ONLY);
        MountRecord intent = MountRecord.intent(share.directory(), context.boot(), DaemonToken.unique());
        context.records().write(share.name(), intent);
        KillPoint.pass();
        List<String> argv = share.source().argv(share.directory());
        Optional<Process> process = Optional.empty();
        try {
            process = Optional.of(DaemonStarter.launch(argv, intent.token(), log));
            KillPoint.pass();
            Optional<DaemonProcess> daemon = DaemonProcess.of(process.get().pid());
            if (daemon.isPresent()) {
                MountRecord started = intent.startedAs(daemon.get());
                context.records().write(share.name(), started);
                if (await(process.get(), mounted)) {
                    KillPoint.pass();
                    context.records().write(share.name(), started.completed());
                    return started.completed();
                }
            }
            if (daemon.isEmpty()) {
                awaitEnd(process.get());
            }
            throw failure(process.get(), log);
        } catch (IOException | RuntimeException e) {
            process.ifPresent(Process::destroyForcibly);
            if (context.mounts().at(share.directory()).isPresent()) {
                context.mounts().unmountLazily(share.directory());
            }
            context.records().delete(share.name());
            throw e;
        }
    }

    /// The end of the process is noticed at once; for its mount the kernel has no event that Java can wait for.
    private static boolean await(Process process, Condition mounted) throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (System.nanoTime() < end) {
                if (process.waitFor(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                    return false;
                }
                if (mounted.holds()) {
                    return true;
                }
            }
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the mounter stops", e);
        }
    }

    /// The kernel has no such process any more; Java learns that, and its exit status, a moment later.
    private static void awaitEnd(Process process) throws IOException {
        try {
            process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the mounter stops", e);
        }
    }

    /// Without what it printed, which may contain passwords from its command line.
    private IOException failure(Process process, Path log) {
        String what = process.isAlive()
                ? "did not mount it within %d s".formatted(PATIENCE.toSeconds())
                : process.exitValue() == 0
                        ? "ended instead of serving it in the foreground; add its option for that"
                        : "ended with status " + process.exitValue();
        return new IOException(
                "cannot mount share %s: %s %s (its log is %s)".formatted(share.name(), share.source(), what, log));
    }
}
