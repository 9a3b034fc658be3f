package dev.stowage.cli.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.cli.control.ControlProgram;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.testing.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverWithSidecarRolesTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int LOAD = 24;

    @TempDir
    private Path home;

    @SuppressWarnings("NullAway.Init") // set before each test
    private DriverProcessFixture node;

    @BeforeEach
    void begin() throws Exception {
        node = new DriverProcessFixture(home);
    }

    @AfterEach
    void end() throws Exception {
        node.close();
    }

    @Test
    void aClaimGetsAVolumeAndOnePageTellsOfDriverAndRoles() throws Exception {
        int port = FreePort.next();
        Process process = node.start("--http-endpoint=127.0.0.1:" + port);
        try (RunningComponent _ = binder()) {
            node.claim("one");
            await().atMost(SOON).until(() -> claim("one").status().phase().equals("Bound"));
        }
        await().atMost(SOON).until(() -> page(port, "/healthz").equals("ok"));
        assertThat(page(port, "/metrics"))
                .contains("csi_plugin_operations_seconds_count{")
                .contains("csi_sidecar_operations_seconds_count{driver_name=\"local.stowage.dev\"")
                .contains("process_resident_memory_bytes");
        process.destroy();
        assertThat(process.waitFor()).isEqualTo(143);
        assertThat(home.resolve("csi.sock")).doesNotExist();
    }

    @Test
    void rolesGoByTheNodesNameInTheCluster() throws Exception {
        node.start("--node-name=elsewhere");
        try (RunningComponent _ = binder()) {
            node.claim("one");
            await().atMost(SOON)
                    .until(() -> node.api()
                            .get(Kinds.CLAIMS, "default", "one")
                            .at("/metadata/annotations")
                            .path("volume.kubernetes.io/selected-node")
                            .asText()
                            .equals("elsewhere"));
        }
    }

    @Test
    void aRoleThatTheDriverItselfPlaysIsRefused() throws Exception {
        assertThat(node.start("--roles=registrar").waitFor()).isEqualTo(2);
        assertThat(Files.readString(node.log())).contains("unknown role \"registrar\"");
    }

    @Test
    void leaderElectionIsRefusedOnEveryNode() throws Exception {
        assertThat(node.start("--leader-election").waitFor()).isEqualTo(2);
        assertThat(Files.readString(node.log())).contains("Leader election cannot happen when node-deployment");
    }

    @Test
    void aClusterThatDoesNotAnswerKeepsNobodyFromMounting() throws Exception {
        Path nowhere = home.resolve("nowhere");
        Files.writeString(nowhere, Files.readString(node.kubeconfig()).replaceAll("127.0.0.1:[0-9]+", "127.0.0.1:1"));
        int port = FreePort.next();
        Process process = node.start("--kubeconfig=" + nowhere, "--http-endpoint=127.0.0.1:" + port);
        await().atMost(SOON)
                .ignoreExceptions()
                .until(() -> page(port, "/healthz").equals("ok"));
        assertThat(process.isAlive()).isTrue();
    }

    /// A small rolling upgrade: the process is stopped and killed while claims are created and deleted.
    @Test
    void restartsUnderLoadLoseNothingAndLeaveNothing() throws Exception {
        try (RunningComponent _ = binder()) {
            Process process = node.start();
            for (int i = 0; i < LOAD; i++) {
                node.claim("claim-" + i);
                if (i % 2 == 1) {
                    delete("claim-" + (i - 1));
                }
                if (i == LOAD / 4 || i == LOAD * 3 / 4) {
                    awaitVolumes(1);
                    process.destroy();
                    process.waitFor();
                    process = node.start();
                }
                if (i == LOAD / 2) {
                    process.destroyForcibly().waitFor();
                    process = node.start();
                }
            }
            await().atMost(SOON).untilAsserted(() -> {
                List<PersistentVolumeClaim> claims =
                        node.api().list(Kinds.CLAIMS, "default").items();
                assertThat(claims)
                        .hasSize(LOAD / 2)
                        .allMatch(claim -> claim.status().phase().equals("Bound"));
                List<PersistentVolume> volumes =
                        node.api().list(Kinds.VOLUMES, "").items();
                assertThat(volumes).hasSize(LOAD / 2);
                assertThat(node.volumesOnDisk()).hasSize(LOAD / 2);
            });
            for (PersistentVolumeClaim claim :
                    node.api().list(Kinds.CLAIMS, "default").items()) {
                delete(claim.meta().name());
            }
            await().atMost(SOON).untilAsserted(() -> {
                assertThat(node.api().list(Kinds.VOLUMES, "").items()).isEmpty();
                assertThat(node.volumesOnDisk()).isEmpty();
            });
        }
    }

    private void awaitVolumes(int least) {
        await().atMost(SOON)
                .until(() -> node.api().list(Kinds.VOLUMES, "").items().size() >= least);
    }

    private RunningComponent binder() throws IOException, InterruptedException {
        return ControlProgram.open(
                List.of("--kubeconfig=" + node.kubeconfig()), Environment.ofProcess("test", (_, _) -> {}), why -> {
                    throw new IllegalStateException(why);
                });
    }

    private PersistentVolumeClaim claim(String name) throws ApiFailure, InterruptedException {
        return node.api().find(Kinds.CLAIMS, "default", name).orElseThrow();
    }

    private void delete(String claim) throws ApiFailure, InterruptedException {
        node.api().delete(claim(claim), Kinds.CLAIMS);
    }

    private static String page(int port, String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        }
    }
}
