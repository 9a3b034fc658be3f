package dev.stowage.node.repair;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.testing.MountFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MountCheckTest {
    @RegisterExtension
    final MountFixture mountFixture = new MountFixture();

    private @Nullable Process server;

    @BeforeEach
    void needRoot() {
        MountFixture.assumeRoot();
    }

    @AfterEach
    void stopServer() throws Exception {
        if (server != null) {
            server.destroyForcibly().waitFor(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void aMountThatAnswersIsWell() throws Exception {
        Path target = mountFixture.directory("target");
        Mounts.system().mount("here", target, "tmpfs", Set.of(), "");

        assertThat(new MountCheck().of(target)).isEqualTo(new MountHealth.Healthy());
    }

    @Test
    void aMountThatVanishedIsDead() throws Exception {
        Path target = mountFixture.directory("target");

        assertThat(new MountCheck().of(target)).isEqualTo(new MountHealth.Dead("nothing is mounted at " + target));
        assertThat(new MountCheck().of(target.resolve("not/there"))).isInstanceOf(MountHealth.Dead.class);
    }

    @Test
    void aMountWhoseServerWasKilledIsDead() throws Exception {
        Path target = serve();
        assertThat(new MountCheck().of(target)).isEqualTo(new MountHealth.Healthy());

        requireNonNull(server).destroyForcibly().waitFor(60, TimeUnit.SECONDS);

        assertThat(new MountCheck().of(target))
                .isInstanceOfSatisfying(
                        MountHealth.Dead.class, dead -> assertThat(dead.why()).contains("ENOTCONN"));
    }

    @Test
    void aMountWhoseServerHangsIsNotTakenForDead() throws Exception {
        Path target = serve();
        Process running = requireNonNull(server);
        signal("STOP", running);

        MountHealth hung = new MountCheck(Duration.ofMillis(300)).of(target);

        signal("CONT", running);
        assertThat(hung).isInstanceOf(MountHealth.Unknown.class);
        assertThat(new MountCheck().of(target)).isEqualTo(new MountHealth.Healthy());
    }

    /// A directory served by a FUSE process.
    private Path serve() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/bindfs")), "bindfs is not installed");
        assumeTrue(Files.exists(Path.of("/dev/fuse")), "this kernel offers no FUSE");
        Path source = mountFixture.directory("source");
        Path target = mountFixture.directory("target");
        server = new ProcessBuilder(List.of("/usr/bin/bindfs", "-f", source.toString(), target.toString()))
                .redirectErrorStream(true)
                .redirectOutput(mountFixture.path().resolve("bindfs.log").toFile())
                .start();
        await().until(() -> Mounts.system().at(target).isPresent());
        return target;
    }

    private static void signal(String name, Process process) throws Exception {
        new ProcessBuilder(List.of("/bin/kill", "-" + name, String.valueOf(process.pid())))
                .start()
                .waitFor(60, TimeUnit.SECONDS);
    }
}
