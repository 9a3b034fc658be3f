package dev.stowage.driver.mounter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Volumes on a replicated volume of a real server of GlusterFS.
final class GlusterShareTest {
    private @Nullable ScratchDirectory scratch;
    private @Nullable GlusterServer server;
    private @Nullable MounterProcess mounter;
    private @Nullable LocalDriverProcess driver;

    @BeforeEach
    void start() throws IOException {
        scratch = ScratchDirectory.make();
        server = GlusterServer.start(scratch.path().resolve("gluster"));
        mounter = MounterProcess.start(scratch.path(), Map.of("home", server.source()));
        driver = LocalDriverProcess.start(scratch.path(), mounter.driverFlags());
    }

    @AfterEach
    void cleanUp() throws Exception {
        if (driver != null) {
            driver.close();
        }
        if (mounter != null) {
            mounter.close();
        }
        if (scratch != null) {
            scratch.unmount();
        }
        if (server != null) {
            server.close();
        }
        if (scratch != null) {
            scratch.close();
        }
    }

    @Test
    void aWriterContinuesWithoutOneOfTheBricksAndWithoutTheDriver() throws Exception {
        LocalDriverProcess local = Optional.ofNullable(driver).orElseThrow();
        GlusterServer bricks = Optional.ofNullable(server).orElseThrow();
        ShareCalls calls = new ShareCalls(local.socket());
        Path target =
                Optional.ofNullable(scratch).orElseThrow().directory("pods").resolve("pod");
        String volume = calls.create("data", "home");
        calls.publish(volume, target);
        Path file = target.resolve("file");

        try (FileChannel open = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            write(open, "whole ");
            bricks.killBrick(1);
            write(open, "half ");
            local.restart();
            bricks.restartBricks();
            write(open, "again");
        }

        assertThat(file).hasContent("whole half again");
        long daemon = Optional.ofNullable(mounter).orElseThrow().daemon("home");
        ProcessHandle.of(daemon).orElseThrow().destroyForcibly();
        await().atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(file).hasContent("whole half again"));
        calls.unpublish(volume, target);
        assertThat(target).doesNotExist();
    }

    private static void write(FileChannel file, String text) throws IOException {
        int ignored = file.write(ByteBuffer.wrap(text.getBytes(UTF_8)));
        file.force(true);
    }
}
