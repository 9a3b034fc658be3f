package dev.stowage.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.cli.explain.SharedCluster;
import dev.stowage.cli.explain.SharedClusterExtension;
import dev.stowage.cli.up.instance.ClusterFinder;
import dev.stowage.explain.bundle.BundleWriter;
import dev.stowage.flags.UsageException;
import dev.stowage.k8s.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

@ExtendWith(SharedClusterExtension.class)
final class DoctorCommandTest {
    @RegisterExtension
    final BrokenKubeletRoot brokenKubeletRoot = new BrokenKubeletRoot();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void aRunningClusterAndItsNodesAreFoundByTheKubeconfig(SharedCluster sharedCluster) throws Exception {
        int status = doctor("--kubeconfig", sharedCluster.kubeconfig().toString(), "-o", "json");
        assertThat(status).as(out.toString(StandardCharsets.UTF_8)).isIn(0, 3);
        JsonNode report = Json.read(out.toByteArray());
        List<String> subjects = StreamSupport.stream(report.path("sections").spliterator(), false)
                .map(section -> section.path("subject").asText())
                .toList();
        assertThat(subjects)
                .hasSize(4)
                .anyMatch(subject -> subject.startsWith("Machine "))
                .anyMatch(subject -> subject.startsWith("Node node-1 ("))
                .anyMatch(subject -> subject.startsWith("Node node-2 ("))
                .anyMatch(subject -> subject.startsWith("Cluster v1."));
        assertThat(grades(report, "csinode")).containsExactly("OK", "OK");
        assertThat(grades(report, "driver-socket")).hasSize(4).containsOnly("OK");
        assertThat(grades(report, "driver-registration")).hasSize(4).containsOnly("OK");
        assertThat(grades(report, "nodes-ready")).containsExactly("OK");
        assertThat(grades(report, "drivers-everywhere")).containsExactly("OK");
    }

    @Test
    void somethingBadEndsWithThree() throws Exception {
        brokenKubeletRoot.desertedSocket(brokenKubeletRoot.root().resolve("plugins/gone.example/csi.sock"));
        assertThat(doctor("--node", "--kubelet-root", brokenKubeletRoot.root().toString()))
                .isEqualTo(3);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("BAD   driver-socket");
    }

    @Test
    void aClusterThatCannotBeReachedEndsWithOne() throws Exception {
        Path kubeconfig = kubeconfig(freePort());
        assertThat(doctor("--cluster", "--kubeconfig", kubeconfig.toString())).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("cannot read the cluster");
    }

    @Test
    void aBundleIsLookedAtInPlaceOfTheCluster(SharedCluster sharedCluster) throws Exception {
        Path bundle = brokenKubeletRoot.root().resolve("b.tar.gz");
        new BundleWriter(sharedCluster.picture("default")).write(bundle, "test");
        assertThat(doctor("--bundle", bundle.toString(), "-o", "json")).isIn(0, 3);
        JsonNode report = Json.read(out.toByteArray());
        assertThat(report.path("sections")).hasSize(1);
        assertThat(grades(report, "nodes-ready")).containsExactly("OK");
    }

    @Test
    void aWrongWordIsRefused() {
        assertThatThrownBy(() -> doctor("-o", "yaml"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("neither text nor json");
    }

    @Test
    void recordsAreRestoredOnlyForAGroupThatIsNamed() {
        assertThatThrownBy(() -> doctor("--confirm"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--confirm requires --adopt");
        assertThatThrownBy(() -> doctor("--adopt", "--force")).isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> doctor("--adopt", "vg/../x"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("invalid name of a thin pool");
    }

    private static List<String> grades(JsonNode report, String name) {
        return StreamSupport.stream(report.path("sections").spliterator(), false)
                .flatMap(section -> StreamSupport.stream(section.path("checks").spliterator(), false))
                .filter(check -> check.path("name").asText().equals(name))
                .map(check -> check.path("grade").asText())
                .toList();
    }

    private int doctor(String... args) throws IOException, InterruptedException {
        return new DoctorCommand(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        new ClusterFinder(Map.of("STOWAGE_LOG", "info", "HOME", "/nowhere"), List::of),
                        Path.of("/nowhere"),
                        Duration.ofMinutes(1))
                .run(List.of(args));
    }

    private Path kubeconfig(int port) throws IOException {
        return Files.writeString(brokenKubeletRoot.root().resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: a
                contexts: [{name: a, context: {cluster: a, user: a}}]
                clusters: [{name: a, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: a, user: {token: t}}]
                """.formatted(port));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
