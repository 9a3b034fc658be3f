package dev.stowage.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterAccessTest {
    @TempDir
    private Path folder;

    @Test
    void podIsKnownByTheTokenInItsFilesWhichIsReadAgain() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "first\n");
        RestConfig access = InClusterConfig.find(
                        Map.of("KUBERNETES_SERVICE_HOST", "fd00::1", "KUBERNETES_SERVICE_PORT", "443"), folder)
                .orElseThrow();
        assertThat(access.server()).isEqualTo(URI.create("https://[fd00::1]:443"));
        assertThat(access.changingToken()).contains(token);
        assertThat(InClusterConfig.find(Map.of(), folder)).isEmpty();
    }

    @Test
    void tokenFileIsReadAgainWhenTheServerDoesNotKnowUs() throws IOException {
        Files.writeString(folder.resolve("token"), "first\n");
        ClusterAccess cluster = ClusterAccess.of(config("https://a:1/", "{tokenFile: token}"), "", Map.of());
        assertThat(cluster.authorization()).contains("Bearer first");
        Files.writeString(folder.resolve("token"), "second\n");
        assertThat(cluster.authorization()).contains("Bearer first");
        cluster.refresh();
        assertThat(cluster.authorization()).contains("Bearer second");
    }

    @Test
    void environmentNamesTheKubeconfigAndAFlagTheServer() throws IOException {
        String file = config("https://a:1/", "{token: abc}");
        assertThat(ClusterAccess.of("", "", Map.of("KUBECONFIG", file)).server())
                .isEqualTo(URI.create("https://a:1"));
        assertThat(ClusterAccess.of(file, "http://b:2", Map.of()).server()).isEqualTo(URI.create("http://b:2"));
    }

    @Test
    void namespaceIsThatOfTheContextOrOfThePod() throws IOException {
        String file = config("https://a:1/", "{token: abc}");
        assertThat(ClusterAccess.of(file, "", Map.of()).namespace()).isEqualTo("default");
        Files.writeString(
                Path.of(file), Files.readString(Path.of(file)).replace("user: u}", "user: u, namespace: shop}"));
        assertThat(ClusterAccess.of(file, "", Map.of()).namespace()).isEqualTo("shop");
        Files.writeString(folder.resolve("namespace"), "inner\n");
        assertThat(InClusterConfig.namespace(folder)).isEqualTo("inner");
    }

    @Test
    void passwordIsLeftToTheLibraryThatKnowsAllWays() throws IOException {
        String file = config("https://a:1", "{username: u, password: p}");
        assertThat(KubeconfigFile.read(Path.of(file))).isEmpty();
        assertThat(ClusterAccess.of(file, "", Map.of()).server()).isEqualTo(URI.create("https://a:1"));
    }

    @Test
    void brokenFileIsNamedWithoutItsContent() throws IOException {
        Path file = Files.writeString(folder.resolve("kubeconfig"), "users: [{token: hush");
        assertThatThrownBy(() -> ClusterAccess.of(file.toString(), "", Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageNotContaining("hush")
                .hasNoCause();
    }

    @Test
    void missingFileIsNamedWithTheWayOut() {
        assertThatThrownBy(() -> ClusterAccess.of("", "", Map.of("HOME", folder.toString())))
                .hasMessageContaining(folder + "/.kube/config")
                .hasMessageContaining("--kubeconfig");
    }

    private String config(String server, String user) throws IOException {
        return Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: c
                contexts: [{name: c, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "%s"}}]
                users: [{name: u, user: %s}]
                """.formatted(server, user))
                .toString();
    }
}
