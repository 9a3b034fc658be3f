package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cli.collect.CollectCommand;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.flags.TerminalColors;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(SharedClusterExtension.class)
final class BundleExplainTest {
    @TempDir
    private Path folder;

    @Test
    void aBundleOfARunningClusterHasNoSecretAndExplainsTheSame(ExplainScenario explainScenario) throws Exception {
        explainScenario.create("""
                {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}, "stringData": {"a": "hunter2"}}""");
        explainScenario.create("""
                {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}, "data": {"a": "hunter2"}}""");
        explainScenario.create("""
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p",
                   "annotations": {"kubectl.kubernetes.io/last-applied-configuration": "{hunter2}"}},
                 "spec": {"nodeSelector": {"no": "where"}, "containers": [{"name": "m", "image": "none",
                   "command": ["sh", "-c", "hunter2"], "env": [{"name": "A", "value": "hunter2"}]}]}}""");
        explainScenario.claim("data", "no-such-class");
        explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "storage-class-missing", ResponsibleParty.USER, LinkKind.CLASS);
        Path log = Files.writeString(folder.resolve("driver.log"), "started\nlogin with password=hunter2\n");
        Path bundle = folder.resolve("b.tar.gz");

        String told = collect(
                "--output", bundle.toString(),
                "--kubeconfig", explainScenario.sharedCluster().kubeconfig().toString(),
                "--logs", log.toString());

        assertThat(told).contains("Wrote " + bundle, "environment values");
        String all = unpacked(bundle);
        assertThat(all)
                .doesNotContain("hunter2")
                .doesNotContain("aHVudGVyMg")
                .contains("no-such-class", "started", "stowage-bundle/manifest.json", "csinode");

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int status = new ExplainCommand(stream(out), TerminalColors.PLAIN)
                .run(List.of("pvc/data", "-n", explainScenario.namespace(), "--bundle", bundle.toString()));
        assertThat(status).isEqualTo(3);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("no-such-class");
    }

    private static String collect(String... args) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int status = new CollectCommand(stream(out), stream(new ByteArrayOutputStream()), Map.of("STOWAGE_LOG", "info"))
                .run(List.of(args));
        assertThat(status).isZero();
        return out.toString(StandardCharsets.UTF_8);
    }

    private static PrintStream stream(ByteArrayOutputStream out) {
        return new PrintStream(out, true, StandardCharsets.UTF_8);
    }

    private static String unpacked(Path file) throws Exception {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
