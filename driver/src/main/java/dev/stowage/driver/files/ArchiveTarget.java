package dev.stowage.driver.files;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.TransferBlocks;
import dev.stowage.sdk.TransferTarget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/// A tree that an archive is written into. What it needs to go on after a kill is in a file beside the tree;
/// what comes again although it is on disk is passed over.
public final class ArchiveTarget implements TransferTarget {

    /// How many zeroes are handled at once where there is no file to make a hole in.
    private static final int PORTION = 1 << 20;

    private final Descriptor root;
    private final Path stateFile;
    private final Readback readback;
    private final ReceivedTree tree;
    private final RecordBuffer buffer;
    private final ContentWriter content;
    private long position;

    /// Opens what was written.
    @FunctionalInterface
    public interface Readback {
        TransferBlocks open() throws CsiException, IOException;
    }

    private ArchiveTarget(Descriptor root, Path stateFile, Readback readback, ReceiveState state)
            throws CsiException, IOException {
        this.root = root;
        this.stateFile = stateFile;
        this.readback = readback;
        this.tree = new ReceivedTree(root);
        this.content = new ContentWriter(tree);
        this.position = state.position();
        this.buffer = new RecordBuffer(state.begin(), state.record());
        if (buffer.isComplete()) {
            content.begin(buffer.end(), buffer.record());
        }
    }

    /// @param root open for reading; closed with this
    /// @param state where the progress is kept
    public static ArchiveTarget open(Descriptor root, Path state, Readback readback) throws CsiException, IOException {
        try {
            return new ArchiveTarget(root, state, readback, ReceiveState.read(state));
        } catch (CsiException | IOException | RuntimeException e) {
            root.close();
            throw e;
        }
    }

    @Override
    public void write(long offset, ByteBuffer bytes) throws CsiException, IOException {
        if (offset < position) {
            int again = (int) Math.min(bytes.remaining(), position - offset);
            ByteBuffer rest = bytes.slice(bytes.position() + again, bytes.remaining() - again);
            if (rest.hasRemaining()) {
                write(offset + again, rest);
            }
            return;
        }
        long at = offset;
        while (bytes.hasRemaining()) {
            at += step(at, bytes);
            position = at; // after each, as the next may fail and what was done must not come again
        }
    }

    @Override
    public void zero(long offset, long length) throws CsiException, IOException {
        long begin = Math.max(offset, position);
        long end = offset + length;
        while (begin < end) {
            moveTo(begin);
            long hole = buffer.isComplete() ? content.zero(begin, end - begin) : 0;
            if (hole == 0) {
                ByteBuffer zeroes = ByteBuffer.allocate((int) Math.min(PORTION, end - begin));
                hole = step(begin, zeroes);
            }
            begin += hole;
            position = begin;
        }
    }

    /// @return how many bytes it took
    private int step(long at, ByteBuffer bytes) throws CsiException, IOException {
        moveTo(at);
        if (!buffer.isComplete()) {
            int taken = buffer.add(at, bytes);
            if (buffer.isComplete()) {
                begin();
            }
            return taken;
        }
        return content.write(at, bytes);
    }

    private void completeRecord() throws CsiException, IOException {
        if (!buffer.isComplete()) {
            buffer.complete();
            if (buffer.isComplete()) {
                begin();
            }
        }
    }

    /// A record that could not be applied counts as not received: its repeat applies it.
    private void begin() throws CsiException, IOException {
        try {
            tree.apply(buffer.record());
            content.begin(buffer.end(), buffer.record());
        } catch (CsiException | IOException | RuntimeException e) {
            buffer.truncate(position);
            throw e;
        }
    }

    /// What is between was not sent, so it is zero: holes of files.
    private void moveTo(long offset) throws CsiException, IOException {
        while (buffer.isComplete() && offset >= content.end()) {
            settle();
        }
    }

    private void settle() throws CsiException, IOException {
        content.close();
        tree.settle(buffer.record());
        buffer.clear(content.end());
    }

    @Override
    public void sync() throws IOException {
        content.close();
        FileSystems.sync(root);
        new ReceiveState(position, buffer.begin(), buffer.bytes()).write(stateFile);
    }

    @Override
    public TransferBlocks written() throws CsiException, IOException {
        completeRecord();
        if (buffer.isComplete()) {
            settle();
            position = Math.max(position, buffer.begin());
            sync();
        }
        return readback.open();
    }

    @Override
    public void close() throws IOException {
        try (root) {
            content.close();
        }
    }
}
