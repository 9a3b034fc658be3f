package dev.stowage.driver.lvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/// The output of a program, in a file without a name: a reader may take as long as it likes, and nothing of it is left
/// when the process ends. The program must not wait, as what it reads is kept for it.
final class MappingsFile implements AutoCloseable {

    /// About thirty million ranges.
    private static final long LIMIT = 2L << 30;

    private final FileChannel channel;
    private long size;

    private MappingsFile(FileChannel channel) {
        this.channel = channel;
    }

    @FunctionalInterface
    interface Program {
        void run(Consumer<String> output) throws IOException;
    }

    /// @param path in a directory that exists; only one call at a time may use it
    static MappingsFile of(Path path, Program program) throws IOException {
        Files.deleteIfExists(path);
        FileChannel channel = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        MappingsFile file = new MappingsFile(channel);
        try {
            Files.delete(path);
            Output output = file.new Output();
            program.run(output::add);
            output.requireComplete();
            channel.position(0);
            return file;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /// Throws nothing, as it is called by the thread that keeps the program going.
    private final class Output {
        private volatile String failure = "";

        void add(String piece) {
            if (!failure.isEmpty()) {
                return;
            }
            ByteBuffer bytes = ByteBuffer.wrap(piece.getBytes(StandardCharsets.UTF_8));
            size += bytes.remaining();
            if (size > LIMIT) {
                failure = "the volume is too fragmented: its mappings take more than %d bytes".formatted(LIMIT);
                return;
            }
            try {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            } catch (IOException e) {
                failure = "cannot write the mappings of a thin volume: " + e.getMessage();
            }
        }

        void requireComplete() throws IOException {
            if (!failure.isEmpty()) {
                throw new IOException(failure);
            }
        }
    }

    InputStream read() {
        return Channels.newInputStream(channel);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
