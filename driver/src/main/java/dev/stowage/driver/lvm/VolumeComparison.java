package dev.stowage.driver.lvm;

import dev.stowage.driver.blocks.BlockComparison;
import dev.stowage.driver.blocks.BlockReader;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/// Two logical volumes that are compared byte by byte; both are active while this is open. What is behind the end of
/// the smaller one counts as zeroes.
final class VolumeComparison implements AutoCloseable {

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final BlockComparison blocks;

    private VolumeComparison(VolumeReaders readers, String before, String after) throws CsiException, IOException {
        try {
            this.blocks = new BlockComparison(open(readers, before), open(readers, after));
        } catch (CsiException | IOException | RuntimeException e) {
            closeAll(e);
            throw e;
        }
    }

    static VolumeComparison open(VolumeReaders readers, String before, String after) throws CsiException, IOException {
        return new VolumeComparison(readers, before, after);
    }

    private BlockReader open(VolumeReaders readers, String name) throws CsiException, IOException {
        VolumeReaders.Opened volume = readers.open(name);
        opened.push(volume);
        BlockReader reader = new BlockReader(volume.descriptor());
        opened.push(reader);
        return reader;
    }

    BlockComparison blocks() {
        return blocks;
    }

    private void closeAll(Exception cause) {
        for (AutoCloseable one : opened) {
            try {
                one.close();
            } catch (Exception e) {
                cause.addSuppressed(e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        IOException failures = new IOException("cannot close the logical volumes that were compared");
        closeAll(failures);
        if (failures.getSuppressed().length > 0) {
            throw failures;
        }
    }
}
