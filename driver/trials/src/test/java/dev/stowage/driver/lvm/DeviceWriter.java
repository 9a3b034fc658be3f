package dev.stowage.driver.lvm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/// A workload that fills a raw volume.
final class DeviceWriter {

    private static final int PORTION = 1 << 20;

    private DeviceWriter() {}

    /// On disk when this returns.
    static void fill(Path node, long from, long length) throws IOException {
        byte[] pattern = new byte[PORTION];
        Arrays.fill(pattern, (byte) 0x5a);
        try (FileChannel device = FileChannel.open(node, StandardOpenOption.WRITE)) {
            for (long at = from; at < from + length; at += PORTION) {
                device.write(ByteBuffer.wrap(pattern), at);
            }
            device.force(true);
        }
    }
}
