package dev.stowage.node.runtime.process;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.file.FileAllocation;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Copies the output of a container from the two plain files that it writes to into its log.
///
/// The container writes to files and not to the node, so that it continues when the node ends. The log itself
/// shows how much was copied; an incomplete line is cut off and written again.
final class LogCopier {
    private static final int CHUNK = 64 * 1024;
    /// How much may be stored twice.
    private static final long TWICE = 4L << 20;

    private final Path folder;
    private final Path log;
    private final byte[] buffer = new byte[CHUNK];
    private long stdout;
    private long stderr;
    private long given;
    private final List<OutputFollower> followers = new CopyOnWriteArrayList<>();

    private LogCopier(Path folder, Path log, CriLogFormat.CopiedBytes copiedBytes) {
        this.folder = folder;
        this.log = log;
        this.stdout = copiedBytes.stdout();
        this.stderr = copiedBytes.stderr();
    }

    static LogCopier of(Path folder, Path log) throws IOException {
        Path logs = log.getParent();
        if (logs != null) {
            Files.createDirectories(logs);
        }
        CriLogFormat.CopiedBytes copiedBytes = CriLogFormat.CopiedBytes.NONE;
        if (Files.exists(log)) {
            copiedBytes = progress(log);
            try (FileChannel file = FileChannel.open(log, StandardOpenOption.WRITE)) {
                file.truncate(copiedBytes.whole());
            }
        } else {
            Files.createFile(log);
        }
        return new LogCopier(folder, log, copiedBytes);
    }

    private static CriLogFormat.CopiedBytes progress(Path log) throws IOException {
        CriLogFormat.CopiedBytes copiedBytes = CriLogFormat.CopiedBytes.NONE;
        byte[] line = new byte[CriLogFormat.LONGEST + 128];
        int length = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(log))) {
            for (int c = in.read(); c >= 0; c = in.read()) {
                if (c == '\n') {
                    copiedBytes = copiedBytes.plus(line, length);
                    length = 0;
                } else if (length < line.length) {
                    line[length++] = (byte) c;
                }
            }
        }
        return copiedBytes;
    }

    /// @param last whether nothing will follow, so that an incomplete line counts too
    synchronized void copy(boolean last) throws IOException {
        stdout = copy("stdout", "out", stdout, last);
        stderr = copy("stderr", "err", stderr, last);
        followers.forEach(OutputFollower::changed);
        if (stdout + stderr - given >= TWICE) {
            give("out", read("out", stdout));
            give("err", read("err", stderr));
            given = stdout + stderr;
        }
    }

    /// Follows one of the two files: from its start, or from what will be written next.
    synchronized OutputFollower follow(String name, boolean fromStart) throws IOException {
        Path file = folder.resolve(name);
        long size = Files.exists(file) ? Files.size(file) : 0;
        var follower = new OutputFollower(file, fromStart && given == 0 ? 0 : size);
        followers.add(follower);
        return follower;
    }

    void forget(OutputFollower follower) {
        followers.remove(follower);
    }

    /// How much of a file nobody needs any more.
    private long read(String name, long copied) {
        return followers.stream()
                .filter(follower -> follower.file().endsWith(name))
                .mapToLong(OutputFollower::position)
                .reduce(copied, Math::min);
    }

    /// Frees the blocks of the copied part; the file keeps its length, which the container and this class rely
    /// on.
    private void give(String name, long length) throws IOException {
        if (length == 0) {
            return;
        }
        try (Descriptor file = Descriptor.openForWriting(folder.resolve(name))) {
            FileAllocation.punchHole(file, 0, length);
        } catch (LinuxException e) {
            if (e.errno() != Errno.EOPNOTSUPP) {
                throw e;
            }
        }
    }

    private long copy(String stream, String name, long from, boolean last) throws IOException {
        Path file = folder.resolve(name);
        if (!Files.exists(file) || Files.size(file) <= from) {
            return from;
        }
        long at = from;
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ);
                FileChannel out = FileChannel.open(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (true) {
                int read = in.read(ByteBuffer.wrap(buffer), at);
                if (read <= 0) {
                    return at;
                }
                ByteArrayOutputStream lines = new ByteArrayOutputStream(read + read / 8);
                Instant time = Files.getLastModifiedTime(file).toInstant();
                boolean end = last && at + read == in.size();
                int taken = CriLogFormat.format(buffer, read, stream, time, end, lines);
                if (taken == 0) {
                    return at;
                }
                ByteBuffer bytes = ByteBuffer.wrap(lines.toByteArray());
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
                at += taken;
            }
        }
    }
}
