package dev.stowage.driver.mounter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.process.LineWriterMain;
import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.mount.Mounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The mounter is killed at every step of a mount, an unmount and a repair, and at random moments. Nothing is left, no
/// share has two daemons, and writers on other shares continue.
final class MounterKillTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int KILLED = 128 + 9;
    private static final String SHARE = "home";
    private static final String WRITTEN = "written";
    private static final int MOST = 50;
    private static final int ROUNDS = 30;
    private static final int LATEST_MILLIS = 400;

    private @Nullable ScratchDirectory scratch;
    private @Nullable MounterProcess mounter;
    private Path share = Path.of("/nowhere");
    private int orders;

    @BeforeEach
    void start() throws IOException {
        MounterProcess.assumeBindfs();
        ScratchDirectory made = ScratchDirectory.make();
        scratch = made;
        share = made.path().resolve("shares").resolve(SHARE);
        Path original = made.directory("original");
        Files.writeString(original.resolve("file"), "kept");
        mounter = MounterProcess.start(
                made.path(),
                Map.of(
                        SHARE,
                        MounterProcess.bindfs(original),
                        WRITTEN,
                        MounterProcess.bindfs(made.directory("original-written"))));
    }

    @AfterEach
    void cleanUp() throws IOException {
        if (mounter != null) {
            mounter.close();
        }
        if (scratch != null) {
            scratch.close();
        }
    }

    private MounterProcess mounter() {
        return Optional.ofNullable(mounter).orElseThrow();
    }

    /// A request or an event that makes the mounter work.
    private interface Task {
        void run() throws IOException;
    }

    @Test
    void aMounterThatIsKilledWhileItMountsLeavesOneDaemonAtMost() throws Exception {
        for (int step = 1; diesAt(step, this::mount); step++) {
            mount();
            mustServeOnce();
            unmount();
            mustBeGone();
        }
        unmount();
        mustBeGone();
    }

    @Test
    void anUnmountThatWasInterruptedIsCompletedByTheNext() throws Exception {
        mount();
        for (int step = 1; diesAt(step, this::unmount); step++) {
            unmount();
            mustBeGone();
            mount();
        }
        mustBeGone();
    }

    @Test
    void aRepairThatWasInterruptedIsCompletedByTheNextMounter() throws Exception {
        mount();
        // Which has no answer: it dies, or the share is served again.
        boolean more = true;
        for (int step = 1; more; step++) {
            order(step);
            long former = mounter().daemon(SHARE);
            ProcessHandle.of(former).orElseThrow().destroyForcibly();
            await().until(() -> mounter().ends(Duration.ZERO) || isListed(former));
            more = mounter().ends(Duration.ZERO);
            mounter().withdrawOrder();
            if (more) {
                mounter().restart();
            }
            await().until(() -> isListed(former));
            mustServeOnce();
        }
        unmount();
        mustBeGone();
    }

    /// Whether the mounter says, after all that it was doing for the share, that another daemon serves it.
    private boolean isListed(long former) {
        try {
            return mounter().client().list().stream()
                    .anyMatch(line ->
                            line.matches(SHARE + " .* mounted by process [1-9].*") && !line.endsWith(" " + former));
        } catch (IOException e) {
            return false; // it was killed
        }
    }

    @Test
    void aMounterThatIsKilledAtRandomMomentsKeepsWritersAndLosesNothing() throws Exception {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Path there = Optional.ofNullable(scratch).orElseThrow().path();
        Path target = there.resolve("pod");
        Path acknowledged = there.resolve("acknowledged");
        try (LocalDriverProcess driver =
                LocalDriverProcess.start(there, mounter().driverFlags())) {
            ShareCalls calls = new ShareCalls(driver.socket());
            String volume = calls.create("data", WRITTEN);
            calls.publish(volume, target);
            long daemon = mounter().daemon(WRITTEN);
            Process writer = LineWriterMain.start(target.resolve("lines"), acknowledged);

            List<Task> tasks = List.of(this::mount, this::unmount, this::killDaemons);
            for (int round = 0; round < ROUNDS; round++) {
                Task task = tasks.get(random.nextInt(tasks.size()));
                Thread client = Thread.ofPlatform().start(() -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        // The mounter was killed before it answered.
                    }
                });
                boolean ended = mounter().ends(Duration.ofMillis(random.nextInt(LATEST_MILLIS)));
                assertThat(ended).as("the mounter ends by itself").isFalse();
                mounter().restart();
                client.join();
                assertThat(mounter().daemons(SHARE)).hasSizeLessThan(2);
            }

            mount();
            mustServeOnce();
            unmount();
            mustBeGone();
            assertThat(mounter().daemon(WRITTEN)).isEqualTo(daemon);
            writer.getOutputStream().close(); // the end of its input
            assertThat(writer.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(writer.exitValue()).as("the writer sees no error").isZero();
            List<String> reported = Files.readAllLines(acknowledged);
            assertThat(reported)
                    .isEqualTo(LongStream.range(0, reported.size())
                            .mapToObj(Long::toString)
                            .toList());
            assertThat(target.resolve("lines")).hasContent(String.join("\n", reported));
            calls.unpublish(volume, target);
        }
        assertThat(mounter().terminate(SOON)).isTrue();
        await().untilAsserted(() -> assertThat(mounter().daemons(WRITTEN)).isEmpty());
        assertThat(mounter().records().all()).isEmpty();
        assertThat(Optional.ofNullable(scratch).orElseThrow().mounts()).isEmpty();
    }

    private void mount() throws IOException {
        Path ignored = mounter().client().mount(SHARE);
    }

    private void unmount() throws IOException {
        mounter().client().unmount(SHARE);
    }

    private void killDaemons() {
        mounter().daemons(SHARE).forEach(ProcessHandle::destroyForcibly);
    }

    /// Whether it was killed, and restarted. Otherwise the task is done.
    private boolean diesAt(int step, Task task) throws Exception {
        order(step);
        try {
            task.run();
            mounter().withdrawOrder();
            return false;
        } catch (IOException e) {
            assertThat(mounter().ends(SOON)).as("it was killed: " + e).isTrue();
        }
        assertThat(mounter().awaitEnd()).isEqualTo(KILLED);
        mounter().withdrawOrder();
        mounter().restart();
        return true;
    }

    private void order(int step) throws IOException {
        assertThat(step).as("steps").isLessThan(MOST);
        orders++;
        mounter().order(step + " order " + orders);
    }

    private void mustServeOnce() throws IOException {
        assertThat(share.resolve("file")).hasContent("kept");
        assertThat(Mounts.system().stackedAt(share)).as("mounts of the share").hasSize(1);
        await().untilAsserted(() -> assertThat(mounter().daemons(SHARE))
                .extracting(ProcessHandle::pid)
                .containsExactly(mounter().daemon(SHARE)));
    }

    private void mustBeGone() throws IOException {
        assertThat(Mounts.system().stackedAt(share)).as("mounts of the share").isEmpty();
        assertThat(mounter().records().all()).as("records").doesNotContainKey(SHARE);
        await().untilAsserted(() -> assertThat(mounter().daemons(SHARE)).isEmpty());
    }
}
