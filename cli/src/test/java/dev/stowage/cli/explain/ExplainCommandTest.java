package dev.stowage.cli.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.flags.HelpRequestedException;
import dev.stowage.flags.TerminalColors;
import dev.stowage.flags.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedClusterExtension.class)
final class ExplainCommandTest {

    private record Typed(int status, String out) {}

    private static Typed type(ExplainScenario explainScenario, String... words)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(words));
        line.addAll(List.of(
                "-n",
                explainScenario.namespace(),
                "--kubeconfig",
                explainScenario.sharedCluster().kubeconfig().toString()));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int status = new ExplainCommand(new PrintStream(out, true, UTF_8), TerminalColors.PLAIN).run(line);
        return new Typed(status, out.toString(UTF_8));
    }

    @Test
    void somethingWrongEndsWithThree(ExplainScenario explainScenario) throws IOException, InterruptedException {
        explainScenario.pod("web", "nowhere");
        explainScenario.untilExplained(ResourceKind.POD, "web", "claim-missing", ResponsibleParty.USER, LinkKind.CLAIM);
        Typed text = type(explainScenario, "pod/web");
        assertThat(text.status()).isEqualTo(3);
        assertThat(text.out()).contains("problem found", "✗ Claim", "nowhere", "<-- here", "kubectl -n ");
        JsonNode json = SharedCluster.json(
                type(explainScenario, "po", "web", "-o", "json").out());
        assertThat(json.at("/findings/0/situation").asText()).isEqualTo("claim-missing");
    }

    @Test
    void waitingEndsWithNought(ExplainScenario explainScenario) throws IOException, InterruptedException {
        explainScenario.claim("data", explainScenario.sharedCluster().localClass());
        explainScenario.untilPhase(ResourceKind.CLAIM, "data", "Pending");
        Typed typed = type(explainScenario, "pvc/data");
        assertThat(typed.status()).isZero();
        assertThat(typed.out()).contains("waiting (expected)");
    }

    @Test
    void whatIsNotThereIsAnsweredWithWhatIsNear(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        explainScenario.claim("database", explainScenario.sharedCluster().localClass());
        assertThatThrownBy(() -> type(explainScenario, "pvc/databse"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("pvc/databse not found in namespace " + explainScenario.namespace())
                .hasMessageContaining("did you mean pvc/database?");
    }

    @Test
    void onlyVolumesAndTheirUsersAreExplained() {
        ExplainCommand command = new ExplainCommand();
        assertThatThrownBy(() -> command.run(List.of("node/a")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("pvc/NAME");
        assertThatThrownBy(() -> command.run(List.of())).isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> command.run(List.of("pvc/a", "-o", "yaml"))).isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> command.run(List.of("--help")))
                .isInstanceOf(HelpRequestedException.class)
                .hasMessageContaining("Exit status");
    }
}
