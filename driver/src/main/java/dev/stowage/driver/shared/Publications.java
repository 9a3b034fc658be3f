package dev.stowage.driver.shared;

import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.KillPoint;
import dev.stowage.sdk.record.RecordFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// The publications for writing of this node. A note in the node's own directory comes before the mark on the share,
/// and
/// goes after it; so no mark is forgotten when the process is killed, the node reboots or the server is gone at the end
/// of a publication. Safe for several threads.
final class Publications {
    private static final PublicationRecord.JsonCodec CODEC = new PublicationRecord.JsonCodec();

    private final Path notes;
    private final String node;
    private final VolumeUsers users;
    private final Mounts mounts;
    /// Notes whose mount is about to come; guarded by `change`, which is held for moments only.
    private final Set<String> beginning = new HashSet<>();

    private final ReentrantLock change = new ReentrantLock();

    Publications(Path notes, String node, VolumeUsers users, Mounts mounts) {
        this.notes = notes;
        this.node = node;
        this.users = users;
        this.mounts = mounts;
    }

    /// What makes the mount.
    @FunctionalInterface
    interface Mounting {
        void run() throws CsiException, IOException;
    }

    /// @throws CsiException ABORTED while the volume is copied
    void publish(VolumeId volume, Path target, Mounting mounting) throws CsiException, IOException {
        String digest = digest(volume + " " + target);
        PublicationRecord record =
                new PublicationRecord(volume, target, node.replaceAll("[^A-Za-z0-9.-]", "_") + "-" + digest);
        locked(() -> beginning.add(digest));
        try {
            Directories.ensure(notes);
            RecordFile.write(notes.resolve(digest), CODEC, record);
            users.enter(volume, record.mark());
            KillPoint.pass();
            mounting.run();
        } finally {
            locked(() -> beginning.remove(digest));
        }
    }

    @FunctionalInterface
    private interface Body {
        boolean run() throws IOException;
    }

    private void locked(Body body) throws IOException {
        change.lock();
        try {
            boolean ignored = body.run();
        } finally {
            change.unlock();
        }
    }

    /// Removes the marks of publications that have ended.
    void sweep() throws IOException {
        if (Files.isDirectory(notes)) {
            for (String name : Directories.list(notes)) {
                locked(() -> sweep(name));
            }
        }
    }

    private boolean sweep(String name) throws IOException {
        if (name.startsWith(".")) { // a note that is being written, or was by a killed process
            return !beginning.contains(name.substring(1)) && Files.deleteIfExists(notes.resolve(name));
        }
        Optional<PublicationRecord> record = RecordFile.find(notes.resolve(name), CODEC);
        boolean ended = record.isPresent()
                && !beginning.contains(name)
                && mounts.at(record.get().target()).isEmpty();
        if (ended) {
            users.leave(record.get().volume(), record.get().mark());
            KillPoint.pass();
            RecordFile.delete(notes.resolve(name));
        }
        return ended;
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
