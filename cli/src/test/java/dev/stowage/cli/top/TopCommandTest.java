package dev.stowage.cli.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.cli.explain.ExplainScenario;
import dev.stowage.cli.explain.SharedClusterExtension;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.k8s.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedClusterExtension.class)
final class TopCommandTest {
    private static final Duration SOON = Duration.ofMinutes(1);

    @Test
    void theKubeletsFiguresComeThroughTheApi(ExplainScenario explainScenario) throws Exception {
        explainScenario.claim("data", "");
        explainScenario.pod("web", "data");
        explainScenario.untilPhase(ResourceKind.POD, "web", "Running");
        AtomicReference<JsonNode> seen = new AtomicReference<>(Json.object());
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    JsonNode volume = Json.read(
                                    top(explainScenario, "-o", "json").getBytes(StandardCharsets.UTF_8))
                            .at("/volumes/0");
                    seen.set(volume);
                    assertThat(volume.path("capacityBytes").asLong())
                            .as("%s", volume)
                            .isPositive();
                });
        assertThat(seen.get().path("claim").asText()).isEqualTo("data");
        assertThat(seen.get().at("/pods/0").asText()).isEqualTo("web");
        assertThat(seen.get().at("/nodes/0").asText()).startsWith("node-");
        assertThat(top(explainScenario)).contains("CLAIM", "data", "web", "node-");
    }

    @Test
    void onATerminalItShowsWhatHappensUntilItIsEnded(ExplainScenario explainScenario) throws Exception {
        explainScenario.claim("first", explainScenario.sharedCluster().localClass());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TopCommand top = new TopCommand(
                new PrintStream(out, true, StandardCharsets.UTF_8), Map.of("STOWAGE_LOG", "info"), () -> true);
        Thread live = Thread.ofVirtual().start(() -> {
            try {
                top.run(line(explainScenario, "--interval=200ms"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException _) {
                // The command ends by an interrupt.
            }
        });
        try {
            await().atMost(SOON).until(() -> lastScreen(out).contains("first"));
            explainScenario.claim("second", explainScenario.sharedCluster().localClass());
            await().atMost(SOON).until(() -> lastScreen(out).contains("second"));
            assertThat(lastScreen(out)).contains("first");
            explainScenario.delete(ResourceKind.CLAIM, "first");
            await().atMost(SOON)
                    .until(() -> lastScreen(out).contains("second")
                            && !lastScreen(out).contains("first"));
        } finally {
            live.interrupt();
        }
        assertThat(live.join(SOON)).isTrue();
    }

    /// The last complete screen. Each screen begins with the sequence that clears the previous one; the newest
    /// may be incomplete.
    private static String lastScreen(ByteArrayOutputStream out) {
        String[] screens = out.toString(StandardCharsets.UTF_8).split(Pattern.quote("\u001b[2J"), -1);
        return screens.length < 3 ? "" : screens[screens.length - 2];
    }

    private static List<String> line(ExplainScenario explainScenario, String... more) {
        List<String> args = new ArrayList<>(List.of(
                "--kubeconfig",
                explainScenario.sharedCluster().kubeconfig().toString(),
                "-n",
                explainScenario.namespace()));
        args.addAll(List.of(more));
        return args;
    }

    private static String top(ExplainScenario explainScenario, String... more) throws Exception {
        List<String> args = line(explainScenario, more);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int status = new TopCommand(
                        new PrintStream(out, true, StandardCharsets.UTF_8), Map.of("STOWAGE_LOG", "info"), () -> false)
                .run(args);
        assertThat(status).isZero();
        return out.toString(StandardCharsets.UTF_8);
    }
}
