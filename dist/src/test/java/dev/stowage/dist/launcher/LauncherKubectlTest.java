package dev.stowage.dist.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.dist.launcher.LauncherSandbox.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `stowage kubectl` finds the cluster by the rule of the other commands.
final class LauncherKubectlTest {
    private final Path folder;
    private final LauncherSandbox sandbox;
    private final List<Process> running = new ArrayList<>();

    LauncherKubectlTest(@TempDir Path folder) throws IOException {
        this.folder = folder;
        sandbox = new LauncherSandbox(Files.createDirectory(folder.resolve("project")));
        sandbox.program("bin/kubectl", """
                #!/bin/sh
                echo "$KUBECONFIG: $*"
                """);
        // Not root, so that its own directory of running clusters is used.
        sandbox.program("bin/id", "#!/bin/sh\necho 1000\n");
    }

    @AfterEach
    void end() {
        for (Process process : running) {
            process.destroy();
            process.onExit().join();
        }
    }

    /// A process that looks like `stowage up`.
    private String up(String name) throws IOException {
        Path data = Files.createDirectories(folder.resolve(name));
        Files.writeString(data.resolve("kubeconfig"), "");
        Process process = new ProcessBuilder("sh", "-c", "read _", "dev.stowage.cli.Main").start();
        running.add(process);
        Path runs = Files.createDirectories(folder.resolve("run/stowage"));
        Files.writeString(runs.resolve("up-" + process.pid()), data + "\n");
        return data.toString();
    }

    private Run kubectl(String kubeconfig, String... arguments) throws Exception {
        Map<String, String> environment =
                new HashMap<>(Map.of("XDG_RUNTIME_DIR", folder.resolve("run").toString(), "KUBECONFIG", kubeconfig));
        List<String> line = new ArrayList<>(List.of("kubectl"));
        line.addAll(List.of(arguments));
        return sandbox.run(environment, line.toArray(String[]::new));
    }

    @Test
    void theOnlyOneThatRunsIsMeant() throws Exception {
        String data = up("one");
        assertThat(kubectl("", "get", "pods").out()).isEqualTo(data + "/kubeconfig: get pods\n");
    }

    @Test
    void severalAreListedAndNoneIsGuessed() throws Exception {
        String one = up("one");
        String two = up("two");
        Run run = kubectl("", "get", "pods");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("stowage kubectl: several clusters are running")
                .contains("  --data " + one + "\n")
                .contains("  --data " + two + "\n");
        assertThat(kubectl("", "--data", two, "get", "pods").out()).isEqualTo(two + "/kubeconfig: get pods\n");
        assertThat(kubectl("/other", "--data=" + one, "get").out()).isEqualTo(one + "/kubeconfig: get\n");
        assertThat(kubectl("", "--data", one, "get", "--kubeconfig=/mine"))
                .returns(2, Run::status)
                .returns(
                        "stowage kubectl: --data and --kubeconfig cannot be used together: both name a cluster\n",
                        Run::err);
        assertThat(kubectl("/other", "get").out()).isEqualTo("/other: get\n");
        assertThat(kubectl("", "get", "--kubeconfig=/mine").out()).isEqualTo(": get --kubeconfig=/mine\n");
        assertThat(kubectl("", "exec", "pod", "--", "tool", "--kubeconfig=/its").status())
                .as("a flag of a program in a container")
                .isEqualTo(2);
    }

    @Test
    void withoutAnyTheMessageSaysWhatToDo() throws Exception {
        Run run = kubectl("", "get", "pods");
        assertThat(run.status()).isOne();
        assertThat(run.err())
                .contains("no \"stowage up\" of this user is running")
                .contains("--data");
        assertThat(kubectl("", "--data", folder.resolve("none").toString(), "get")
                        .err())
                .contains("no cluster in " + folder.resolve("none"));
    }

    @Test
    void anEmptyDirectoryNameIsRefused() throws Exception {
        up("one");
        assertThat(kubectl("", "--data=", "get"))
                .returns(2, Run::status)
                .returns("stowage kubectl: flag --data: the value is empty\n", Run::err);
        assertThat(kubectl("", "--data").status()).isEqualTo(2);
    }
}
