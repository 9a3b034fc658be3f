package dev.stowage.cli.uninstall;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UninstallCheckCommandTest {

    private static final String DRIVER = "here.example.com";

    @TempDir
    private Path folder = Path.of("");

    private EmbeddedApi server;
    private Path kubeconfig;

    @BeforeEach
    void start() throws Exception {
        server = EmbeddedApi.start(EmbeddedApiOptions.in(folder.resolve("api")));
        kubeconfig = folder.resolve("kubeconfig");
        server.writeKubeconfig(kubeconfig);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void aDriverWithoutVolumesMayGo() throws Exception {
        volume("theirs", "elsewhere.example.com");
        Said said = check();
        assertThat(said.status()).isZero();
        assertThat(said.text()).contains("No volume or snapshot of " + DRIVER + " is left");
    }

    @Test
    void aVolumeKeepsItsDriver() throws Exception {
        volume("ours", DRIVER);
        volume("theirs", "elsewhere.example.com");
        Said said = check();
        assertThat(said.status()).isEqualTo(3);
        assertThat(said.text())
                .contains("persistentvolume/ours  claim default/data  Retain: delete it by hand")
                .contains("helm uninstall --no-hooks")
                .doesNotContain("theirs");
    }

    @Test
    void aSnapshotKeepsItsDriverThoughItsVolumeIsGone() throws Exception {
        create(Kinds.SNAPSHOT_CONTENTS, """
                {"apiVersion": "snapshot.storage.k8s.io/v1", "kind": "VolumeSnapshotContent",
                 "metadata": {"name": "kept"},
                 "spec": {"driver": "%s", "deletionPolicy": "Delete", "source": {"snapshotHandle": "one"},
                          "volumeSnapshotRef": {"namespace": "default", "name": "before"}}}""".formatted(DRIVER));
        Said said = check();
        assertThat(said.status()).isEqualTo(3);
        assertThat(said.text()).contains("volumesnapshotcontent/kept  volumesnapshot default/before  Delete");
    }

    @Test
    void aLongListDoesNotHideTheAdvice() throws Exception {
        for (int i = 0; i < 23; i++) {
            volume("v" + i, DRIVER);
        }
        assertThat(check().text()).contains("... and 3 more").contains("Delete the pods");
    }

    private void volume(String name, String driver) throws IOException, InterruptedException {
        create(Kinds.VOLUMES, """
                {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "%1$s"},
                 "spec": {"capacity": {"storage": "1Mi"}, "accessModes": ["ReadWriteOnce"],
                          "persistentVolumeReclaimPolicy": "Retain",
                          "claimRef": {"namespace": "default", "name": "data"},
                          "csi": {"driver": "%2$s", "volumeHandle": "%1$s"}}}""".formatted(name, driver));
    }

    private void create(Kind<?> kind, String text) throws IOException, InterruptedException {
        try (KubeClient api =
                new KubeClient(ClusterAccess.of(kubeconfig.toString(), ""), RequestLimiter.adaptive(), "test")) {
            var _ = api.create(kind, "", (ObjectNode) Json.read(text.getBytes(UTF_8)));
        }
    }

    private Said check() throws IOException, InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int status = new UninstallCheckCommand(new PrintStream(out, true, UTF_8))
                .run(List.of("--driver-name", DRIVER, "--kubeconfig", kubeconfig.toString()));
        return new Said(status, out.toString(UTF_8));
    }

    private record Said(int status, String text) {}
}
