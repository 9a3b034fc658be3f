package dev.stowage.driver.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/// A workload: appends numbers to a file, each on disk before it is reported, until its input ends. It is a separate
/// process, as a process with an unwritten file on a share whose server is gone cannot start another one.
public final class LineWriterMain {

    private LineWriterMain() {}

    /// @param file what it writes
    /// @param acknowledged the numbers that are on disk
    public static Process start(Path file, Path acknowledged) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LineWriterMain.class.getName(),
                        file.toString())
                .redirectOutput(acknowledged.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    static void main(String[] args) throws IOException {
        Thread input = Thread.ofPlatform().daemon().start(LineWriterMain::awaitEnd);
        try (FileChannel out =
                FileChannel.open(Path.of(args[0]), Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND))) {
            for (long number = 0; input.isAlive(); number++) {
                out.write(ByteBuffer.wrap((number + "\n").getBytes(StandardCharsets.UTF_8)));
                out.force(true);
                System.out.println(number);
            }
        }
    }

    private static void awaitEnd() {
        try {
            boolean ignored = System.in.read() < 0;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
