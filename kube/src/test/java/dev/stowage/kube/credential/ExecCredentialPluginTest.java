package dev.stowage.kube.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExecCredentialPluginTest {
    private static final String V1 = "client.authentication.k8s.io/v1";

    @TempDir
    private Path folder;

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @BeforeEach
    void program() throws IOException {
        Path program = Files.writeString(folder.resolve("login"), """
                #!/bin/sh
                echo run >> "$DIR/runs"
                printf %s "$KUBERNETES_EXEC_INFO" > "$DIR/info"
                echo "$@" > "$DIR/args"
                cat "$DIR/output"
                exit "$(cat "$DIR/status")"
                """);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        exit(0);
    }

    @Test
    void theTokenIsKeptUntilItExpires() throws IOException {
        print("{\"token\": \"first\", \"expirationTimestamp\": \"2026-01-01T01:00:00Z\"}");
        ExecCredentialPlugin plugin = ExecCredentialPlugin.start(config(Map.of()), () -> now);
        print("{\"token\": \"second\"}");
        assertThat(plugin.current().token()).isEqualTo("first");
        assertThat(runs()).isEqualTo(1);
        now = now.plus(Duration.ofHours(1));
        assertThat(plugin.current().token()).isEqualTo("second");
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    void aRejectedTokenIsReplacedButTheProgramIsNotRunForEachRequest() throws IOException {
        print("{\"token\": \"first\"}");
        ExecCredentialPlugin plugin = ExecCredentialPlugin.start(config(Map.of()), () -> now);
        print("{\"token\": \"second\"}");
        ExecCredential first = plugin.current();
        plugin.renew(first);
        assertThat(plugin.current().token()).isEqualTo("first");
        now = now.plus(Duration.ofMinutes(1));
        plugin.renew(first);
        assertThat(plugin.current().token()).isEqualTo("second");
        // Another request that was rejected with the first, and waited.
        now = now.plus(Duration.ofMinutes(1));
        plugin.renew(first);
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    void aProgramThatFailsLaterLeavesThePreviousCredential() throws IOException {
        print("{\"token\": \"first\", \"expirationTimestamp\": \"2026-01-01T01:00:00Z\"}");
        ExecCredentialPlugin plugin = ExecCredentialPlugin.start(config(Map.of()), () -> now);
        exit(3);
        now = now.plus(Duration.ofHours(2));
        assertThat(plugin.current().token()).isEqualTo("first");
        assertThat(plugin.current().token()).isEqualTo("first");
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    void theProgramGetsItsArgumentsAndTheClusterIfItIsToKnowIt() throws IOException {
        print("{\"token\": \"t\"}");
        ExecCredentialPlugin.start(config(Map.of()), () -> now);
        assertThat(folder.resolve("args")).hasContent("get-token --cluster a b");
        assertThat(Files.readString(folder.resolve("info")))
                .isEqualTo(
                        "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" + V1 + "\",\"spec\":{\"interactive\":false}}");
        ExecCredentialPlugin.start(config(Map.of("provideClusterInfo", true)), () -> now);
        assertThat(Files.readString(folder.resolve("info")))
                .contains("\"cluster\":{\"server\":\"https://a:1\",\"certificate-authority-data\":\"Q0E=\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | it printed neither a token nor a client certificate",
                "{\"clientKeyData\": \"hush\"} | it printed only one of client certificate and key",
                "{\"token\": \"hush\", \"expirationTimestamp\": \"hush\"} | its expirationTimestamp is not a time",
                "hush | its output is not valid JSON",
            })
    void uselessOutputIsDescribedWithoutQuotingIt(String status, String problem) throws IOException {
        print(status);
        assertThatThrownBy(() -> ExecCredentialPlugin.start(config(Map.of()), () -> now))
                .isInstanceOf(IOException.class)
                .hasMessage("exec plug-in " + folder.resolve("login") + ": " + problem + " (run: install login)")
                .hasMessageNotContaining("hush");
    }

    @Test
    void anotherVersionAFailureAndAMissingProgramAreErrors() throws IOException {
        Files.writeString(folder.resolve("output"), "{\"apiVersion\": \"v9\", \"status\": {\"token\": \"t\"}}");
        assertThatThrownBy(() -> ExecCredentialPlugin.start(config(Map.of()), () -> now))
                .hasMessageContaining("it is configured to print " + V1 + ", but printed another version");
        exit(4);
        assertThatThrownBy(() -> ExecCredentialPlugin.start(config(Map.of()), () -> now))
                .hasMessageContaining("it failed with exit status 4");
        Files.delete(folder.resolve("login"));
        assertThatThrownBy(() -> ExecCredentialPlugin.start(config(Map.of()), () -> now))
                .hasMessageContaining("No such file or directory")
                .hasMessageEndingWith("(run: install login)");
    }

    @Test
    void aProcessThatTheProgramLeavesBehindDoesNotBlock() throws IOException {
        Path program = folder.resolve("login");
        String left = "sleep 600 2>/dev/null & echo $! > \"$DIR/left\"\n";
        Files.writeString(program, Files.readString(program).replace("#!/bin/sh\n", "#!/bin/sh\n" + left));
        print("{\"token\": \"first\"}");
        try {
            assertThatThrownBy(() -> ExecCredentialPlugin.start(config(Map.of()), () -> now))
                    .hasMessageContaining("it exited, but a process that it started keeps its output open");
        } finally {
            long pid = Long.parseLong(Files.readString(folder.resolve("left")).strip());
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void anUnknownApiVersionIsRefused() {
        assertThatThrownBy(() -> config(Map.of("apiVersion", "client.authentication.k8s.io/v1alpha1")))
                .hasMessageContaining("exec plug-in has the API version \"client.authentication.k8s.io/v1alpha1\"");
    }

    private ExecPluginConfig config(Map<String, Object> changes) throws IOException {
        Map<String, Object> exec = new HashMap<>(Map.of(
                "apiVersion",
                V1,
                "command",
                "./login",
                "args",
                List.of("get-token", "--cluster", "a b"),
                "env",
                List.of(Map.of("name", "DIR", "value", folder.toString())),
                "installHint",
                "run: install login\n"));
        exec.putAll(changes);
        return ExecPluginConfig.read(folder.resolve("kubeconfig"), exec, Map.of("server", "https://a:1"), "Q0E=");
    }

    private void print(String status) throws IOException {
        Files.writeString(folder.resolve("output"), "{\"apiVersion\": \"" + V1 + "\", \"status\": " + status + "}");
    }

    private void exit(int status) throws IOException {
        Files.writeString(folder.resolve("status"), Integer.toString(status));
    }

    private long runs() throws IOException {
        return Files.readAllLines(folder.resolve("runs")).size();
    }
}
