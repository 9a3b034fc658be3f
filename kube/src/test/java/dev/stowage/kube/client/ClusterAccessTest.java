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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    void aProgramProvidesTheToken() throws IOException {
        String printed = "{\"apiVersion\": \"client.authentication.k8s.io/v1\", \"status\": {\"token\": \"fresh\"}}";
        Files.writeString(folder.resolve("printed"), printed);
        String file =
                config("https://a:1", """
                {exec: {apiVersion: client.authentication.k8s.io/v1, command: cat, args: ["%s"]}}
                """.formatted(folder.resolve("printed")).strip());
        assertThat(ClusterAccess.of(file, "", Map.of()).authorization()).contains("Bearer fresh");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{username: u, password: hush} | user names and passwords are not supported",
                "{auth-provider: {name: oidc, config: {id-token: hush}}} | auth provider \"oidc\" is not supported",
            })
    void credentialsThatCannotBeUsedAreRefused(String user, String problem) throws IOException {
        String file = config("https://a:1", user);
        assertThatThrownBy(() -> ClusterAccess.of(file, "", Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(problem)
                .hasMessageNotContaining("hush");
    }

    @Test
    void aProxyIsNotBypassed() throws IOException {
        String file = config("https://a:1\", proxy-url: \"http://proxy:3128", "{token: abc}");
        assertThatThrownBy(() -> ClusterAccess.of(file, "", Map.of()))
                .hasMessageContaining("proxy-url is not supported");
    }

    @Test
    void brokenFileIsNamedWithoutItsContent() throws IOException {
        Path file = Files.writeString(folder.resolve("kubeconfig"), "users: [{token: hush");
        assertThatThrownBy(() -> ClusterAccess.of(file.toString(), "", Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("error loading config file \"" + file + "\": yaml: line 1: not valid YAML")
                .hasMessageNotContaining("hush")
                .hasNoCause();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server: \"https://hush hush\"",
                "server: https://a, certificate-authority: \"hush\\0\"",
                "server: !!binary \"hush?\"",
            })
    void fileWithAnInvalidValueIsNamedWithoutItsContent(String cluster) throws IOException {
        Path file = Files.writeString(folder.resolve("kubeconfig"), """
                current-context: c
                contexts: [{name: c, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {%s}}]
                """.formatted(cluster));
        assertThatThrownBy(() -> ClusterAccess.of(file.toString(), "", Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessage("kubeconfig " + file + " has an invalid server, path or value")
                .hasNoCause();
    }

    @Test
    void missingFileIsNamedWithTheWayOut() {
        assertThatThrownBy(() -> ClusterAccess.of("", "", Map.of("HOME", folder.toString())))
                .hasMessage("error loading config file \"" + folder + "/.kube/config\": no such file or directory"
                        + " (name another one with --kubeconfig)");
        assertThatThrownBy(() -> ClusterAccess.of(folder.toString(), "", Map.of()))
                .hasMessageContaining("error loading config file \"" + folder + "\": Is a directory");
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
