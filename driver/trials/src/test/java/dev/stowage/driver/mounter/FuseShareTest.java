package dev.stowage.driver.mounter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.process.LineWriterMain;
import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPropagation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Volumes on a share of bindfs, whose daemon, mounter and driver are killed.
final class FuseShareTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int TERMINATED = 128 + 15;

    private @Nullable ScratchDirectory scratch;
    private @Nullable MounterProcess mounter;
    private @Nullable LocalDriverProcess driver;
    private Path target = Path.of("/nowhere");
    private String volume = "";

    @BeforeEach
    void publish() throws Exception {
        MounterProcess.assumeBindfs();
        scratch = ScratchDirectory.make();
        String source = MounterProcess.bindfs(scratch.directory("original"));
        mounter = MounterProcess.start(scratch.path(), Map.of("home", source));
        driver = LocalDriverProcess.start(scratch.path(), mounter.driverFlags());
        Path pods = scratch.directory("pods");
        Mounts.system().bind(pods, pods, false);
        Mounts.system().setPropagation(pods, MountPropagation.SHARED);
        target = pods.resolve("pod");
        volume = calls().create("data", "home");
        calls().publish(volume, target);
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
            scratch.close();
        }
    }

    private ShareCalls calls() {
        return new ShareCalls(driver().socket());
    }

    private LocalDriverProcess driver() {
        return Optional.ofNullable(driver).orElseThrow();
    }

    private MounterProcess mounter() {
        return Optional.ofNullable(mounter).orElseThrow();
    }

    @Test
    void aWriterDoesNotNoticeThatDriverAndMounterAreKilled() throws Exception {
        long daemon = mounter().daemon("home");
        Path file = target.resolve("file");
        try (FileChannel open = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            write(open, "before ");
            driver().restart();
            write(open, "driver ");
            mounter().restart();
            write(open, "mounter");
        }

        assertThat(file).hasContent("before driver mounter");
        assertThat(mounter().daemon("home")).isEqualTo(daemon);
        assertThat(mounter().client().list()).singleElement().asString().contains("mounted by process " + daemon);
        calls().unpublish(volume, target);
        assertThat(target).doesNotExist();
    }

    private static void write(FileChannel file, String text) throws IOException {
        int ignored = file.write(ByteBuffer.wrap(text.getBytes(UTF_8)));
    }

    @Test
    void aContinuousWriterSeesNoErrorWhileDriverAndMounterAreReplaced() throws Exception {
        Path lines = target.resolve("lines");
        Path acknowledged = Optional.ofNullable(scratch).orElseThrow().path().resolve("acknowledged");
        Process writer = LineWriterMain.start(lines, acknowledged);
        awaitMore(acknowledged);

        int status = driver().terminate(); // as an upgrade does
        awaitMore(acknowledged);
        driver().restart();
        awaitMore(acknowledged);
        mounter().restart();
        awaitMore(acknowledged);
        calls().publish(volume, target); // the new driver knows the volume
        writer.getOutputStream().close(); // the end of its input

        assertThat(writer.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(writer.exitValue()).isZero();
        assertThat(status).isEqualTo(TERMINATED);
        List<String> reported = Files.readAllLines(acknowledged);
        assertThat(reported)
                .isEqualTo(LongStream.range(0, reported.size())
                        .mapToObj(Long::toString)
                        .toList());
        assertThat(lines).hasContent(String.join("\n", reported));
    }

    private static void awaitMore(Path acknowledged) throws IOException {
        long before = Files.exists(acknowledged) ? Files.size(acknowledged) : 0;
        await().atMost(SOON).until(() -> Files.size(acknowledged) > before + 100);
    }

    @Test
    void aVolumeWhoseDaemonDiesComesBackAlsoInContainersThatGetTheMountsOfTheHost() throws Exception {
        Path inside = Optional.ofNullable(scratch).orElseThrow().directory("container");
        Files.writeString(target.resolve("file"), "kept");
        try (Container container = Container.start()) {
            container.bind(target, inside);
            assertThat(container.path(inside.resolve("file"))).hasContent("kept");

            for (int death = 0; death < 2; death++) {
                long daemon = mounter().daemon("home");
                ProcessHandle.of(daemon).orElseThrow().destroyForcibly();
                await().atMost(SOON)
                        .until(() -> !List.of(0L, daemon).contains(mounter().daemon("home")));
                awaitContent(target.resolve("file"));
                awaitContent(container.path(inside.resolve("file")));
            }
            assertThat(Mounts.system().stackedAt(target)).hasSize(2);
        }
        calls().unpublish(volume, target);
        assertThat(target).doesNotExist();
    }

    private static void awaitContent(Path file) {
        await().atMost(SOON)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(file).hasContent("kept"));
    }

    @Test
    void aDaemonThatDiesWhileNothingRunsIsReplacedAtTheNextStart() throws Exception {
        Files.writeString(target.resolve("file"), "kept");
        long daemon = mounter().daemon("home");
        driver().kill();
        boolean ended = mounter().terminate(Duration.ofSeconds(3)); // it waits for the volume in use
        ProcessHandle.of(daemon).orElseThrow().destroyForcibly();

        mounter().restart();
        driver().restart();

        awaitContent(target.resolve("file"));
        assertThat(ended).isFalse();
    }

    @Test
    void aShareInUseIsNotUnmounted() throws Exception {
        assertThatThrownBy(() -> mounter().client().unmount("home"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("in use at " + target);

        calls().unpublish(volume, target);
        mounter().client().unmount("home");

        assertThat(mounter().client().list()).singleElement().asString().contains("not mounted");
        calls().publish(volume, target);
        assertThat(target).isEmptyDirectory();
    }

    @Test
    void aMounterWhoseSharesAreUnusedUnmountsThemAndEnds() throws Exception {
        calls().unpublish(volume, target);

        assertThat(mounter().terminate(SOON)).isTrue();

        assertThat(Mounts.system().table()).noneMatch(mount -> mount.target().endsWith("shares/home"));
    }
}
