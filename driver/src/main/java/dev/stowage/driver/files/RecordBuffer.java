package dev.stowage.driver.files;

import dev.stowage.sdk.CsiException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The record that is being received. Its first block says how long it is; blocks that are not sent are zero.
final class RecordBuffer {

    private long begin;
    private byte[] bytes;
    private int padded;
    private @Nullable ArchiveRecord record;

    /// @param bytes as far as they came
    RecordBuffer(long begin, byte[] bytes) throws CsiException {
        this.begin = begin;
        this.bytes = bytes.clone();
        parse();
    }

    long begin() {
        return begin;
    }

    /// Where its content begins.
    long end() {
        return begin + padded;
    }

    byte[] bytes() {
        return bytes.clone();
    }

    boolean isComplete() {
        return record != null;
    }

    ArchiveRecord record() {
        if (record == null) {
            throw new IllegalStateException("the record is incomplete");
        }
        return record;
    }

    void clear(long next) {
        begin = next;
        bytes = new byte[0];
        padded = 0;
        record = null;
    }

    /// Forgets what came after a position, so that it can come again.
    void truncate(long position) {
        long kept = Math.clamp(position - begin, 0, bytes.length);
        bytes = Arrays.copyOf(bytes, (int) kept);
        record = null;
        if (kept == 0) {
            padded = 0;
        }
    }

    /// @return how many bytes it took; the rest is content
    int add(long offset, ByteBuffer more) throws CsiException {
        long at = offset - begin;
        if (padded == 0 && at != 0) {
            throw CsiException.invalidArgument("the archive of files has no record at %d".formatted(begin));
        }
        if (padded == 0) {
            if (more.remaining() < RecordReader.HEAD) {
                throw CsiException.invalidArgument("the archive of files is cut within a block");
            }
            padded = (int) ArchiveLimits.padded(RecordReader.length(more.slice()));
        }
        if (at >= padded) {
            // The last blocks were zeroes, and what comes now is content.
            bytes = Arrays.copyOf(bytes, padded);
            parse();
            return 0;
        }
        int taken = (int) Math.min(more.remaining(), padded - at);
        bytes = Arrays.copyOf(bytes, (int) at + taken);
        more.get(bytes, (int) at, taken);
        parse();
        return taken;
    }

    private void parse() throws CsiException {
        if (bytes.length == 0) {
            return;
        }
        int length = RecordReader.length(ByteBuffer.wrap(bytes));
        padded = (int) ArchiveLimits.padded(length);
        if (bytes.length == padded) {
            record = RecordReader.read(ByteBuffer.wrap(bytes, 0, length).slice());
        }
    }

    /// For the end of an archive: what is not sent of the record is zero.
    void complete() throws CsiException {
        if (bytes.length > 0 && bytes.length < padded) {
            bytes = Arrays.copyOf(bytes, padded);
            parse();
        }
    }
}
