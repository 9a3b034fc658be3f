package dev.stowage.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.flags.UsageException;
import dev.stowage.kube.manager.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodeProgramTest {
    @TempDir
    private Path folder;

    private void open(String... args) throws IOException, InterruptedException {
        Environment environment = Environment.ofProcess("test", (_, _) -> {}).with(Map.of("HOME", folder.toString()));
        NodeProgram.open(List.of(args), environment, _ -> {}).close();
    }

    @Test
    void withoutAClusterNothingIsCreated() {
        Path root = folder.resolve("kubelet");
        assertThatThrownBy(() -> open("--root-dir=" + root))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--kubeconfig is required");
        assertThat(root).doesNotExist();
    }

    @Test
    void withABrokenKubeconfigNothingIsCreated() throws Exception {
        Path root = folder.resolve("kubelet");
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), "users: [");
        assertThatThrownBy(() -> open("--root-dir=" + root, "--kubeconfig=" + kubeconfig))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("error loading config file \"" + kubeconfig + "\"");
        assertThat(root).doesNotExist();
    }
}
