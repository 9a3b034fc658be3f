package dev.stowage.node.server.logs;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The lines of a file that can grow.
final class LogFile implements Closeable {
    private static final int BLOCK = 64 << 10;
    private static final int LONGEST_LINE = 4 << 20;

    private final FileChannel channel;
    private byte[] buffer = new byte[BLOCK];
    private int from;
    private int until;

    LogFile(Path path) throws IOException {
        this.channel = FileChannel.open(path, StandardOpenOption.READ);
    }

    /// Seeks to the start of the last lines.
    void tail(long lines) throws IOException {
        long end = channel.size();
        long wanted = lines + 1; // the line before them ends there
        while (end > 0) {
            int count = (int) Math.min(BLOCK, end);
            ByteBuffer block = ByteBuffer.allocate(count);
            long start = end - count;
            while (block.hasRemaining() && channel.read(block, start + block.position()) > 0) {
                // until the block is complete
            }
            for (int i = block.position() - 1; i >= 0; i--) {
                if (block.get(i) == '\n' && --wanted == 0) {
                    channel.position(start + i + 1);
                    return;
                }
            }
            end = start;
        }
        channel.position(0);
    }

    /// The next line with its line end; null when there is no complete one yet.
    ///
    /// @param rest whether the incomplete end of the file counts as a line
    byte @Nullable [] next(boolean rest) throws IOException {
        int seen = 0;
        do {
            for (; from + seen < until; seen++) {
                if (buffer[from + seen] == '\n') {
                    return take(from + seen + 1);
                }
            }
        } while (fill());
        return rest && from < until ? take(until) : null;
    }

    private byte[] take(int end) {
        byte[] line = Arrays.copyOfRange(buffer, from, end);
        from = end;
        return line;
    }

    private boolean fill() throws IOException {
        if (until == buffer.length) {
            if (until - from > LONGEST_LINE) {
                throw new IOException("log line longer than " + LONGEST_LINE + " bytes");
            }
            boolean small = until - from > buffer.length / 2;
            buffer = Arrays.copyOfRange(buffer, from, from + (small ? buffer.length * 2 : buffer.length));
            until -= from;
            from = 0;
        }
        int count = channel.read(ByteBuffer.wrap(buffer, until, buffer.length - until));
        until += Math.max(count, 0);
        return count > 0;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
