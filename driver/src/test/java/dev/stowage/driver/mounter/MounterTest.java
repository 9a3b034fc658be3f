package dev.stowage.driver.mounter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.driver.bind.PoolScratch;
import dev.stowage.driver.mounter.daemon.DaemonProcess;
import dev.stowage.driver.mounter.daemon.DaemonToken;
import dev.stowage.driver.mounter.protocol.MessageChannel;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MounterTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @RegisterExtension
    final PoolScratch scratch = new PoolScratch();

    private Path original = Path.of("/nowhere");
    private Path share = Path.of("/nowhere");
    private @Nullable MounterFixture mounter;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/bindfs")), "bindfs is not installed");
        assumeTrue(Files.exists(Path.of("/dev/fuse")), "this kernel offers no FUSE");
        original = scratch.directory("original");
        share = scratch.path().resolve("shares/good");
        Files.writeString(original.resolve("file"), "kept");
        startAgain();
    }

    private void startAgain() throws IOException {
        Map<String, List<String>> argvs = new LinkedHashMap<>();
        argvs.put("good", List.of("/usr/bin/bindfs", "-f", original.toString(), "{mountPoint}"));
        argvs.put("failing", List.of("/usr/bin/bindfs", "-f", "/does/not/exist", "{mountPoint}"));
        argvs.put("background", List.of("/usr/bin/bindfs", original.toString(), "{mountPoint}"));
        mounter = MounterFixture.start(scratch, argvs);
    }

    @AfterEach
    void stop() throws IOException {
        if (mounter != null) {
            mounter.close();
            for (MountRecord each : mounter.records().all().values()) {
                Optional<DaemonProcess> running = each.running();
                if (running.isPresent()) {
                    running.get().kill();
                }
            }
        }
    }

    private MounterFixture mounter() {
        return Optional.ofNullable(mounter).orElseThrow();
    }

    private Optional<MountRecord> recorded() throws IOException {
        return Optional.ofNullable(mounter().records().all().get("good"));
    }

    private DaemonProcess daemon() throws IOException {
        return recorded().flatMap(MountRecord::daemon).orElseThrow();
    }

    private boolean isReplaced(DaemonProcess former) throws IOException {
        return recorded()
                        .flatMap(MountRecord::daemon)
                        .filter(now -> !now.equals(former))
                        .isPresent()
                && Files.exists(share.resolve("file"));
    }

    @Test
    void aShareIsMountedOnceByItsProgram() throws Exception {
        assertThat(mounter().client().mount("good")).isEqualTo(share);
        DaemonProcess first = daemon();
        assertThat(mounter().client().mount("good")).isEqualTo(share);

        assertThat(share.resolve("file")).hasContent("kept");
        assertThat(daemon()).isEqualTo(first);
        mounter().client().unmount("good");
        assertThat(share).isEmptyDirectory();
        await().atMost(SOON).until(() -> !first.isRunning());
        assertThat(mounter().records().all()).isEmpty();
    }

    @Test
    void aDaemonThatIsKilledIsStartedAgain() throws Exception {
        Path ignored = mounter().client().mount("good");
        DaemonProcess first = daemon();
        first.kill();

        await().atMost(SOON).until(() -> isReplaced(first));
        assertThat(scratch.mounts().stackedAt(share)).hasSize(1);
    }

    @Test
    void theNextMounterTakesOverWhatIsMounted() throws Exception {
        Path ignored = mounter().client().mount("good");
        DaemonProcess first = daemon();
        mounter().close();
        startAgain();

        assertThat(mounter().client().mount("good")).isEqualTo(share);
        assertThat(daemon()).isEqualTo(first);
        first.kill();
        await().atMost(SOON).until(() -> isReplaced(first));
    }

    @Test
    void aDaemonThatWasStartedButNotRecordedIsFoundByItsToken() throws Exception {
        Path ignored = mounter().client().mount("good");
        DaemonProcess first = daemon();
        MountRecord intent = MountRecord.intent(
                share, recorded().orElseThrow().boot(), recorded().orElseThrow().token());
        mounter().close();
        mounter().records().write("good", intent);
        startAgain();

        assertThat(mounter().client().mount("good")).isEqualTo(share);
        assertThat(daemon()).isEqualTo(first);
    }

    @Test
    void aProcessThatIsNotProvedToBeOursIsNotTouched() throws Exception {
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            DaemonProcess sameNumber = new DaemonProcess(other.pid(), 1);
            mounter().close();
            mounter()
                    .records()
                    .write(
                            "good",
                            new MountRecord(
                                    share,
                                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                                            .strip(),
                                    DaemonToken.unique(),
                                    Optional.of(sameNumber),
                                    true));
            startAgain();

            assertThat(mounter().client().mount("good")).isEqualTo(share);
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void aProgramThatFailsLeavesNothing() throws Exception {
        assertThatThrownBy(() -> mounter().client().mount("failing"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ended with status")
                .hasMessageContaining("logs/failing.log")
                .as("what it printed may have passwords")
                .hasMessageNotContaining("/does/not/exist");
        assertThat(scratch.path().resolve("mounter/logs/failing.log")).content().contains("/does/not/exist");
        assertThatThrownBy(() -> mounter().client().mount("failing")).hasMessageContaining("the next attempt");

        assertThat(mounter().records().all()).isEmpty();
    }

    @Test
    void aProgramThatGoesIntoTheBackgroundIsRefused() throws Exception {
        assertThatThrownBy(() -> mounter().client().mount("background")).hasMessageContaining("foreground");

        assertThat(scratch.mounts().at(scratch.path().resolve("shares/background")))
                .isEmpty();
    }

    @Test
    void aFileSystemOfOthersIsLeftAsItIs() throws Exception {
        scratch.mounts().mount("other", scratch.directory("shares/good"), "tmpfs", Set.of(), "");

        assertThatThrownBy(() -> mounter().client().mount("good")).hasMessageContaining("another file system");

        assertThat(scratch.mounts().at(share).orElseThrow().fsType()).isEqualTo("tmpfs");
    }

    @Test
    void onlyTheOwnerCanOpenTheSocket() throws Exception {
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(mounter().socket())))
                .isEqualTo("rw-------");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "stowage-mounter/2 list",
                "stowage-mounter/1",
                "stowage-mounter/1 mount",
                "stowage-mounter/1 mount ../good",
                "stowage-mounter/1 mount good /bin/sh",
                "stowage-mounter/1 mount unknown",
                "stowage-mounter/1 run /bin/sh"
            })
    void anythingButARequestForAConfiguredShareIsRefused(String line) throws Exception {
        try (MessageChannel channel = MessageChannel.connect(mounter().socket())) {
            channel.write(line, SOON);
            assertThat(channel.read(SOON)).startsWith("error ");
        }
        assertThat(mounter().records().all()).isEmpty();
    }

    @Test
    void aFloodAndAnEndlessLineDoNotKeepOthersFromTheirAnswer() throws Exception {
        try (SocketChannel endless =
                        SocketChannel.open(UnixDomainSocketAddress.of(mounter().socket()));
                SocketChannel silent =
                        SocketChannel.open(UnixDomainSocketAddress.of(mounter().socket()))) {
            ByteBuffer much =
                    ByteBuffer.wrap("x".repeat(3 * MessageChannel.LONGEST).getBytes(UTF_8));
            int ignored = endless.write(much);

            assertThat(mounter().client().list()).hasSize(3);
            assertThat(silent.isOpen()).isTrue();
        }
    }
}
