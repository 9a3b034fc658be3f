package dev.stowage.node.builtinvolume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.testing.MountFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NfsVolumesTest {
    @RegisterExtension
    final MountFixture folder = new MountFixture();

    private NfsVolumes volumes;

    @BeforeEach
    void needRoot() {
        MountFixture.assumeRoot();
        volumes = new NfsVolumes(folder.kubelet(), Mounts.system());
    }

    /// Nothing listens there.
    @Test
    void aMountThatFailsIsReportedWithItsCommand() {
        Path target = folder.kubelet().volume("u1", "kubernetes.io~nfs", "v");

        assertThatThrownBy(() -> volumes.setUp("u1", "v", source("127.0.0.1", "/x"), List.of("retry=0"), true))
                .hasMessageStartingWith("mount failed: exit status ")
                .hasMessageContaining(
                        "\nMounting command: mount\nMounting arguments: -t nfs -o retry=0,ro 127.0.0.1:/x " + target
                                + "\nOutput: ");
    }

    @ParameterizedTest
    @CsvSource({"-o, /x", "'', /x", "'a b', /x", "server, x", "server, ''"})
    void aSourceThatMountCouldMisreadIsRefused(String server, String path) {
        assertThatThrownBy(() -> volumes.setUp("u1", "v", source(server, path), List.of(), false))
                .hasMessage("\"" + server + ":" + path + "\" is not a valid NFS source");
    }

    /// The file system in memory stands for one of a server.
    @Test
    void whatIsMountedIsUsedAndUnmountedWithThePod() throws Exception {
        Path target = Files.createDirectories(folder.kubelet().volume("u1", "kubernetes.io~nfs", "v"));
        Mounts.system().mount("server", target, "tmpfs", Set.of(), "");

        assertThat(volumes.setUp("u1", "v", source("server", "/x"), List.of(), false))
                .isEqualTo(target);

        volumes.tearDown("u1", "v");
        volumes.tearDown("u1", "v");
        assertThat(target).doesNotExist();
    }

    private static JsonNode source(String server, String path) {
        return Json.object().put("server", server).put("path", path);
    }
}
