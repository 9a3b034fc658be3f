package dev.stowage.driver.filesystem;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Reads from a device or an image file.
record DeviceReader(Path device, FileChannel channel, long size) implements AutoCloseable {

    static DeviceReader open(Path device) throws IOException {
        FileChannel channel = FileChannel.open(device, StandardOpenOption.READ);
        try {
            return new DeviceReader(device, channel, channel.size());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /// Fewer bytes than requested only at the end of the device.
    byte[] at(long offset, int length) throws IOException {
        long from = Math.clamp(offset, 0, size);
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(length, size - from));
        while (bytes.hasRemaining()) {
            if (read(bytes, from + bytes.position()) < 0) {
                throw new EOFException(device + " was truncated while it was read");
            }
        }
        return bytes.array();
    }

    /// A disk that fails gives a message without the device.
    private int read(ByteBuffer bytes, long position) throws IOException {
        try {
            return channel.read(bytes, position);
        } catch (IOException e) {
            throw new IOException("cannot read %s: %s".formatted(device, e.getMessage()), e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
