package dev.stowage.driver.lvm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;

/// A workload that writes a growing number at the begin of a raw volume and then the same at its end, again and again.
/// At every point in time the first number is that at the end, or one more.
final class OrderedWriter implements AutoCloseable {

    private static final int BLOCK = 4096;

    private final Path node;
    private final long last;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean isStopped;
    private volatile long written;

    OrderedWriter(Path node, long size) {
        this.node = node;
        this.last = size - BLOCK;
        Thread.ofPlatform().name("ordered writer").start(this::run);
    }

    private void run() {
        try (FileChannel device = FileChannel.open(node, StandardOpenOption.WRITE, StandardOpenOption.DSYNC)) {
            for (long number = 1; !isStopped; number++) {
                write(device, 0, number);
                write(device, last, number);
                written = number;
            }
            ended.complete(null);
        } catch (IOException | RuntimeException e) {
            ended.completeExceptionally(e);
        }
    }

    private static void write(FileChannel device, long at, long number) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        block.putLong(0, number);
        while (block.hasRemaining()) {
            device.write(block, at + block.position());
        }
    }

    long written() {
        return written;
    }

    static long first(Path node) throws IOException {
        return read(node, 0);
    }

    static long last(Path node, long size) throws IOException {
        return read(node, size - BLOCK);
    }

    private static long read(Path node, long at) throws IOException {
        ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
        try (FileChannel device = FileChannel.open(node, StandardOpenOption.READ)) {
            while (number.hasRemaining()) {
                device.read(number, at + number.position());
            }
        }
        return number.getLong(0);
    }

    /// Fails if the workload got an error.
    @Override
    public void close() {
        isStopped = true;
        ended.join();
    }
}
