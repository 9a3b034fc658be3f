package dev.stowage.driver.shared;

import static java.util.Objects.requireNonNull;

import dev.stowage.driver.bind.ServedFileSystem;
import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.record.RecordFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Recognizes a share. Device numbers change with every mount and server names may change too, so the first use
/// creates a marker file with a unique name on the share. A file system without that marker is not the share.
///
/// Nodes need not agree: two that are first at the same time leave two marks, and each checks its own.
/// Safe for several threads.
final class ShareIdentity {
    private static final Logger log = LoggerFactory.getLogger(ShareIdentity.class);
    private static final String MARK = ".stowage-share-";

    private final Path root;
    private final Path record;
    private final Mounts mounts;
    private @Nullable ShareRecord known;

    ShareIdentity(Path root, Path record, Mounts mounts) {
        this.root = root;
        this.record = record;
        this.mounts = mounts;
    }

    /// @throws CsiException UNAVAILABLE when the share is not there, or another file system is
    void require() throws CsiException, IOException {
        Optional<MountPoint> mount = reach();
        ShareRecord expected = remembered();
        if (mount.isEmpty() || !isShare(mount.get())) {
            throw unavailable("no shared file system is mounted there; mount it first");
        }
        if (expected == null) {
            mark(mount.get());
        } else if (Stat.find(root.resolve(MARK + expected.mark())).isEmpty()) {
            throw unavailable("the mounted file system (%s from %s) is not the share of the first use (%s from %s)"
                    .formatted(mount.get().fsType(), mount.get().source(), expected.fsType(), expected.source()));
        }
    }

    /// Queries the server, with a deadline.
    private Optional<MountPoint> reach() throws CsiException, IOException {
        try {
            FileSystems.stats(root);
            long mount = BlockingCalls.shared()
                    .call("share " + root, "stat", root, () -> Stat.of(root))
                    .mountId();
            return mounts.table().stream()
                    .filter(candidate -> candidate.id() == mount)
                    .findFirst();
        } catch (LinuxException e) {
            throw new CsiException(
                    CsiCode.UNAVAILABLE,
                    "cannot reach the share at %s: %s; start its server and mount it again"
                            .formatted(root, e.getMessage()),
                    e);
        }
    }

    /// A local directory is not a share, unless a file system is mounted exactly there.
    private boolean isShare(MountPoint mount) throws IOException {
        return ServedFileSystem.is(mount.fsType()) || Stat.of(root).isMountRoot();
    }

    private synchronized @Nullable ShareRecord remembered() throws IOException {
        if (known == null && Files.exists(record)) {
            known = RecordFile.read(record, new ShareRecord.JsonCodec());
        }
        return known;
    }

    private synchronized void mark(MountPoint mount) throws IOException {
        if (known != null) {
            return;
        }
        Optional<String> others = Directories.list(root).stream()
                .filter(name -> name.startsWith(MARK))
                .findFirst();
        String mark = others.map(name -> name.substring(MARK.length()))
                .orElseGet(() -> UUID.randomUUID().toString());
        if (others.isEmpty()) {
            Files.newByteChannel(
                            root.resolve(MARK + mark), Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))
                    .close();
            Directories.sync(root);
        }
        ShareRecord learnt = new ShareRecord(mark, mount.fsType(), mount.source());
        Directories.ensure(requireNonNull(record.toAbsolutePath().getParent()));
        RecordFile.write(record, new ShareRecord.JsonCodec(), learnt);
        log.info("Marked the share at {} ({} from {}) as {}.", root, mount.fsType(), mount.source(), mark);
        known = learnt;
    }

    private CsiException unavailable(String why) {
        return new CsiException(CsiCode.UNAVAILABLE, "the share at %s is not available: %s".formatted(root, why));
    }
}
