package dev.stowage.linux.file;

import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.OpenHow;
import dev.stowage.linux.Stat;
import dev.stowage.linux.SyscallInterruptedException;
import dev.stowage.linux.SyscallTimedOutException;
import dev.stowage.linux.file.DirectoryEntries.Entry;
import dev.stowage.linux.file.GroupOwnership.Given;
import dev.stowage.linux.file.GroupOwnership.Grant;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One walk that changes the group of a tree. Idle threads take over directories.
final class GroupOwnershipWalk {
    private static final Logger log = LoggerFactory.getLogger(GroupOwnershipWalk.class);
    /// Names inside the tree are bytes that a user chose.
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private static final int RULES = OpenHow.BENEATH | OpenHow.NO_SYMLINKS | OpenHow.NO_MAGICLINKS | OpenHow.NO_XDEV;
    private static final int THREADS = 4;
    /// Each level holds a descriptor.
    private static final int MAX_DEPTH = 200;
    /// Each directory that waits for a thread also holds a descriptor.
    private static final int MAX_WAITING = 64;

    private static final int ROUND_SECONDS = 30;
    private static final int STALLED_ROUNDS = 4;

    private final Grant grant;
    private final String call;
    private final String shown;
    private final Semaphore waiting = new Semaphore(MAX_WAITING);
    private final AtomicLong seen = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicReference<@Nullable LinuxException> failure = new AtomicReference<>();

    GroupOwnershipWalk(Grant grant, String shown) {
        this.grant = grant;
        this.call = "chgrp to " + grant.gid();
        this.shown = shown;
    }

    Given walk(Descriptor root, LongConsumer slow) throws IOException {
        // Its own descriptor: the root must stay open until the last thread has released it.
        Descriptor directory = Descriptor.open(root.path(), OpenFlags.READ_ONLY | OpenFlags.DIRECTORY);
        try (Threads threads = new Threads()) {
            await(threads.pool.submit(new Branch(directory, 0)), slow);
        }
        LinuxException first = failure.get();
        if (first != null) {
            throw first;
        }
        return new Given(seen.get(), refused.get());
    }

    /// Stops the threads without waiting for those that hang in the kernel.
    private static final class Threads implements AutoCloseable {
        private final ForkJoinPool pool = new ForkJoinPool(THREADS);

        @Override
        public void close() {
            pool.shutdown();
        }
    }

    private void await(Future<?> walk, LongConsumer slow) throws IOException {
        long before = -1;
        int stalled = 0;
        for (int round = 1; ; round++) {
            try {
                walk.get(ROUND_SECONDS, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException e) {
                long now = seen.get();
                stalled = now == before ? stalled + 1 : 0;
                before = now;
                if (stalled == STALLED_ROUNDS) {
                    throw abort(new SyscallTimedOutException(call, shown));
                }
                // After half a minute, then each minute.
                if (round % 2 == 1) {
                    slow.accept(now);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw abort(new SyscallInterruptedException(call, shown));
            } catch (ExecutionException e) {
                throw new IllegalStateException(call + " of " + shown + " failed unexpectedly.", e);
            }
        }
    }

    private LinuxException abort(LinuxException why) {
        failure.compareAndSet(null, why);
        return why;
    }

    /// Processes a directory and its entries.
    private final class Branch extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        private final transient Descriptor directory;
        private final int depth;

        Branch(Descriptor directory, int depth) {
            this.directory = directory;
            this.depth = depth;
        }

        @Override
        protected void compute() {
            try (directory) {
                giveDirectory(directory, depth);
            } catch (LinuxException e) {
                abort(e);
            } finally {
                if (depth > 0) {
                    waiting.release();
                }
            }
        }
    }

    private void giveDirectory(Descriptor directory, int depth) throws LinuxException {
        if (depth > MAX_DEPTH) {
            throw new LinuxException(call, shown, Errno.ENAMETOOLONG, "Its directories are nested too deeply.");
        }
        List<ForkJoinTask<?>> branches = new ArrayList<>();
        try (DirectoryEntries entries = new DirectoryEntries(directory)) {
            for (List<Entry> some = entries.next(); !some.isEmpty(); some = entries.next()) {
                for (Entry entry : some) {
                    if (failure.get() != null) {
                        return;
                    }
                    giveEntry(directory, entry, depth, branches);
                }
            }
        } finally {
            branches.reversed().forEach(ForkJoinTask::join);
        }
        if (failure.get() == null) {
            giveOne(directory, Stat.of(directory));
        }
    }

    private void giveEntry(Descriptor parent, Entry entry, int depth, List<ForkJoinTask<?>> branches)
            throws LinuxException {
        int flags = entry.directory() ? OpenFlags.READ_ONLY | OpenFlags.DIRECTORY : OpenFlags.PATH;
        long fd = OpenHow.open(parent.number(), entry.name(), BYTES, flags | OpenFlags.NOFOLLOW, 0, RULES);
        // Deleted meanwhile, a link, replaced by another type, or a mount point: leave it unchanged.
        if (Libc.failedWith(fd, Errno.ENOENT)
                || Libc.failedWith(fd, Errno.ELOOP)
                || Libc.failedWith(fd, Errno.ENOTDIR)
                || Libc.failedWith(fd, Errno.EXDEV)) {
            return;
        }
        Descriptor opened = Descriptor.owning(Libc.check(fd, call, shown), shown);
        if (entry.directory()) {
            branch(opened, depth + 1, branches);
            return;
        }
        try (opened) {
            Stat now = Stat.of(opened);
            if (now.isDirectory()) {
                // Not every file system returns the entry type in getdents.
                int directory = OpenFlags.READ_ONLY | OpenFlags.DIRECTORY;
                branch(Descriptor.openAt(opened.number(), ".", directory, 0, shown), depth + 1, branches);
            } else {
                giveOne(opened, now);
            }
        }
    }

    private void branch(Descriptor directory, int depth, List<ForkJoinTask<?>> branches) throws LinuxException {
        if (waiting.tryAcquire()) {
            branches.add(new Branch(directory, depth).fork());
            return;
        }
        try (directory) {
            giveDirectory(directory, depth);
        }
    }

    private void giveOne(Descriptor opened, Stat now) throws LinuxException {
        seen.incrementAndGet();
        if (grant.holds(now)) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            long changed =
                    Libc.FCHOWNAT.invoke(opened.number(), CString.of(arena, ""), -1, grant.gid(), Libc.AT_EMPTY_PATH);
            check(changed);
            if (!now.isSymbolicLink()) {
                // After chown, which clears the set-id bits.
                int mode = now.permissions() | (now.isDirectory() ? grant.directory() : grant.file());
                check(Libc.CHMOD.invoke(CString.of(arena, opened.path().toString()), mode));
            }
        }
    }

    private void check(long result) throws LinuxException {
        if (result < 0 && grant.lenient()) {
            if (refused.getAndIncrement() == 0) {
                log.warn("{} of an entry in {} failed: {}", call, shown, Errno.of((int) -result));
            }
            return;
        }
        Libc.check(result, call, shown);
    }
}
