package dev.stowage.node.localvolume;

import static org.awaitility.Awaitility.await;

import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/// A blank disk of a node.
final class LoopDeviceFixture implements AutoCloseable {
    private final LoopDevice device;
    private final Path file;

    LoopDeviceFixture(Path file, long bytes) throws IOException {
        this.file = file;
        try (var channel = Files.newByteChannel(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.position(bytes - 1);
            channel.write(java.nio.ByteBuffer.allocate(1));
        }
        this.device = LoopDevices.system().attach(file, false);
    }

    Path node() {
        return device.node();
    }

    @Override
    public void close() throws IOException {
        LoopDevices.system().detach(device);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> LoopDevices.system().findByBackingFile(file).isEmpty());
    }
}
