package dev.stowage.driver.lvm;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.TransferBlocks;
import dev.stowage.sdk.TransferTarget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/// A logical volume that is written block by block. It is active while this is open.
final class DeviceTarget implements TransferTarget {

    private final LvmDevices devices;
    private final String name;
    private final Readback readback;
    private final Descriptor node;
    private final FileChannel channel;

    /// Opens what was written.
    @FunctionalInterface
    interface Readback {
        TransferBlocks open() throws CsiException, IOException;
    }

    private DeviceTarget(LvmDevices devices, String name, Readback readback, Descriptor node) throws IOException {
        this.devices = devices;
        this.name = name;
        this.readback = readback;
        this.node = node;
        this.channel = FileChannel.open(node.path(), StandardOpenOption.WRITE);
    }

    static DeviceTarget open(LvmDevices devices, String name, Readback readback) throws IOException {
        Descriptor node =
                Descriptor.openForWriting(devices.activate(name).device().node());
        try {
            return new DeviceTarget(devices, name, readback, node);
        } catch (IOException | RuntimeException e) {
            node.close();
            throw e;
        }
    }

    long size() throws IOException {
        return BlockDevice.size(node);
    }

    @Override
    public void write(long offset, ByteBuffer bytes) throws IOException {
        int begin = bytes.position();
        while (bytes.hasRemaining()) {
            channel.write(bytes, offset + bytes.position() - begin);
        }
    }

    /// No discard: which part of a range it frees, and what is read afterwards, depends on the pool.
    @Override
    public void zero(long offset, long length) throws IOException {
        BlockDevice.zeroOut(node, offset, length);
    }

    @Override
    public void sync() throws IOException {
        node.sync();
    }

    /// Opened again: with its last user the kernel forgets what it has in memory of the device.
    @Override
    public TransferBlocks written() throws CsiException, IOException {
        closeNode();
        return readback.open();
    }

    private void closeNode() throws IOException {
        try (node) {
            channel.close();
        }
    }

    @Override
    public void close() throws IOException {
        closeNode();
        if (devices.find(name).isPresent()) {
            devices.tryDeactivate(name, "the device of logical volume " + name);
        }
    }
}
