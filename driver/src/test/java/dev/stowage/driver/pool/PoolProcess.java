package dev.stowage.driver.pool;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.sdk.Bytes;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A process that creates a pool, writes, grows and releases it; it may be killed at any step.
final class PoolProcess {

    private PoolProcess() {}

    public static void main(String[] arguments) throws Exception {
        Pool pool = PoolFixture.open(PoolFixture.settings(BackendKind.valueOf(arguments[0]), Path.of(arguments[1])));
        pool.reserve(Bytes.mebi(100), false).keep();
        Path file = Files.writeString(pool.directory().root().resolve("file"), "content");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.createFile(Path.of(arguments[2]));
        pool.reserve(Bytes.mebi(1000), false).keep();
        pool.release();
    }
}
