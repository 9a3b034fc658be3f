package dev.stowage.driver.lvm;

import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.TransferBlocks;
import dev.stowage.sdk.TransferTarget;
import java.io.IOException;
import java.nio.ByteBuffer;

/// A thick volume that is written block by block. Its extents may hold data of deleted volumes, so what is not sent is
/// zeroed.
final class ZeroedTarget implements TransferTarget {

    /// What is shorter is written like data: it would cost more to ask the device.
    private static final int SHORT = 1 << 20;

    private final TransferTarget device;
    private final long size;
    private final Note note;
    private long position;

    /// Where it is noted from where on the device is not zeroed yet.
    interface Note {
        void write(long from) throws IOException;

        void remove() throws IOException;
    }

    /// @param position what was noted; everything before it is as it was sent
    ZeroedTarget(TransferTarget device, long size, Note note, long position) {
        this.device = device;
        this.size = size;
        this.note = note;
        this.position = position;
    }

    @Override
    public void write(long offset, ByteBuffer bytes) throws CsiException, IOException {
        zeroUpTo(offset);
        long end = offset + bytes.remaining();
        device.write(offset, bytes);
        position = Math.max(position, end);
    }

    @Override
    public void zero(long offset, long length) throws CsiException, IOException {
        device.zero(offset, length);
    }

    private void zeroUpTo(long end) throws CsiException, IOException {
        long length = end - position;
        if (length <= 0) {
            return;
        }
        if (length < SHORT) {
            device.write(position, ByteBuffer.allocate((int) length));
        } else {
            device.zero(position, length);
        }
        position = end;
    }

    @Override
    public void sync() throws IOException {
        device.sync();
        if (position < size) {
            note.write(position);
        } else {
            note.remove();
        }
    }

    @Override
    public TransferBlocks written() throws CsiException, IOException {
        zeroUpTo(size);
        sync();
        return device.written();
    }

    @Override
    public void close() throws IOException {
        device.close();
    }
}
