package dev.stowage.driver.share;

import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one mount of a share on this node. All of its calls can hang with the server, so they run on threads of
/// [BlockingCalls]. Safe for several threads.
///
/// The mount outlives the process: a restarted driver finds it in the mount table and uses it. It is replaced only
/// when the kernel reports that it will never work again.
final class ShareMount {
    private static final Logger log = LoggerFactory.getLogger(ShareMount.class);
    private static final int OWNER_ONLY = 0700;

    private final ShareSource source;
    private final Path directory;
    private final Mounts mounts;
    private final Runnable replaced;
    private final ReentrantLock change = new ReentrantLock();

    /// @param replaced called after a dead mount was replaced
    ShareMount(ShareSource source, Path directory, Mounts mounts, Runnable replaced) {
        this.source = source;
        this.directory = directory;
        this.mounts = mounts;
        this.replaced = replaced;
    }

    /// The share is mounted and its server answers when this returns.
    void require() throws IOException {
        if (!answers()) {
            change.lock();
            try {
                if (!answers()) {
                    replace();
                }
            } finally {
                change.unlock();
            }
        }
    }

    /// False when nothing is mounted, or a mount that is broken for good.
    private boolean answers() throws IOException {
        Optional<MountPoint> there = mounts.at(directory);
        if (there.isEmpty()) {
            return false;
        }
        if (!source.isShownBy(there.get())) {
            throw new IOException("another file system is mounted at %s: %s from %s; unmount it first"
                    .formatted(directory, there.get().fsType(), there.get().source()));
        }
        try {
            FileSystems.stats(directory); // never answered from a cache
            return Stat.of(directory).isDirectory();
        } catch (LinuxException e) {
            if (isDead(e)) {
                return false;
            }
            throw e;
        }
    }

    static boolean isDead(LinuxException e) {
        return e.errno() == Errno.ENOTCONN || e.errno() == Errno.ESTALE;
    }

    private void replace() throws IOException {
        if (source.isServed()) {
            source.mount(mounts, directory);
            return;
        }
        boolean isDead = mounts.at(directory).isPresent();
        if (isDead) {
            log.warn("The mount of share {} at {} is dead; replacing it.", source, directory);
            mounts.unmountLazily(directory);
        }
        Directories.ensure(directory, OWNER_ONLY);
        source.mount(mounts, directory);
        log.info("Mounted share {} at {}.", source, directory);
        if (isDead) {
            replaced.run();
        }
    }

    /// Unmounts the share unless a volume of it is published: the next driver would only have to mount it again.
    void release() throws IOException {
        if (source.isServed()) {
            return;
        }
        change.lock();
        try {
            Optional<MountPoint> there = mounts.at(directory);
            if (there.isPresent() && source.isShownBy(there.get()) && !isUsed(there.get())) {
                mounts.unmount(directory);
                log.info("Unmounted share {} from {}.", source, directory);
            }
        } finally {
            change.unlock();
        }
    }

    private boolean isUsed(MountPoint own) throws IOException {
        List<MountPoint> all = mounts.table();
        // Another mount of the whole share is not a volume: another driver on this node has it.
        return all.stream().anyMatch(mount -> mount.device().equals(own.device()) && !source.isShownBy(mount));
    }
}
