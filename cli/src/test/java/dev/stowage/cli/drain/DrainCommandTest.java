package dev.stowage.cli.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.cli.move.MoveFixture;
import dev.stowage.cli.move.MoveObjects;
import dev.stowage.cli.move.VolumeMove;
import dev.stowage.flags.UsageException;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DrainCommandTest {

    @TempDir
    private Path folder = Path.of("");

    private MoveFixture fixture;

    @BeforeEach
    void start() throws Exception {
        fixture = new MoveFixture(folder);
        fixture.create(Kinds.NAMESPACES, "", "{\"metadata\": {\"name\": \"stowage-system\"}}");
        fixture.create(Kinds.LEASES, "stowage-system", MoveObjects.lease("node-1"));
        fixture.create(Kinds.LEASES, "stowage-system", MoveObjects.lease("node-2"));
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    private MoveFixture.Running drain(String... args) {
        return fixture.start(
                (out, err) -> new DrainCommand(out, err, Map.of("STOWAGE_LOG", "info"), () -> false), args);
    }

    private Node node() throws IOException, InterruptedException {
        return fixture.api().find(Kinds.NODES, "", "node-1").orElseThrow();
    }

    @Test
    void allVolumesLeaveOneAfterTheOther() throws Exception {
        fixture.claim("logs");
        MoveFixture.Running running = drain("node-1", "--concurrency", "1");
        VolumeMove first = fixture.awaitMove("data", _ -> true);
        assertThat(first.targetNode()).isEqualTo("node-2");
        assertThat(node().unschedulable()).isTrue();
        assertThat(fixture.moves()).hasSize(1);
        fixture.status(first, "{\"phase\": \"Copying\", \"sourceNode\": \"node-1\"}");
        fixture.awaitOutput("shop/data: Copying to node node-2");
        fixture.succeed(first);
        fixture.succeed(fixture.awaitMove("logs", _ -> true));
        assertThat(running.status()).isZero();
        assertThat(fixture.err()).contains("Cordoned node node-1");
        assertThat(fixture.out())
                .contains("CLAIM", "shop/data  pv-data  1GiB  node-2  starting")
                .contains("shop/logs  pv-logs  1GiB  node-2  moved")
                .endsWith("Node node-1 has no volume of its own any more (2 moved). It stays cordoned.\n");
        assertThat(drain("node-1").status()).isZero();
    }

    @Test
    void aVolumeThatStaysEndsWithOneAndIsTriedAgainTheNextTime() throws Exception {
        MoveFixture.Running running = drain("node-1", "--to", "node-2");
        fixture.status(fixture.awaitMove("data", _ -> true), "{\"phase\": \"Failed\", \"message\": \"no space\"}");
        assertThat(running.status()).isEqualTo(1);
        assertThat(fixture.out()).contains("stays: failed, no space").contains("0 moved, 1 left on node node-1");
        MoveFixture.Running again = drain("node-1");
        fixture.succeed(fixture.awaitMove("data", _ -> true));
        assertThat(again.status()).isZero();
    }

    @Test
    void aDrainThatIsStartedAgainGoesOnWithItsMoves() throws Exception {
        MoveFixture.Running first = drain("node-1");
        VolumeMove move = fixture.awaitMove("data", _ -> true);
        fixture.awaitOutput("Waiting for the mover");
        first.thread().interrupt();
        first.thread().join();
        assertThat(fixture.err()).contains("Stopped watching. Moves that have begun go on");
        MoveFixture.Running second = drain("node-1", "--delete-bare-pods");
        assertThat(fixture.awaitMove("data", VolumeMove::deleteBarePods).meta().uid())
                .isEqualTo(move.meta().uid());
        fixture.succeed(move);
        assertThat(second.status()).isZero();
    }

    @Test
    void aCancellationEndsTheMovesOfTheDrainAndUncordonsTheNode() throws Exception {
        MoveFixture.Running running = drain("node-1");
        VolumeMove move = fixture.awaitMove("data", _ -> true);
        MoveFixture.Running cancelling = drain("node-1", "--cancel");
        fixture.awaitMove("data", VolumeMove::cancel);
        fixture.status(move, "{\"phase\": \"Cancelled\", \"message\": \"the volume stays on node node-1\"}");
        assertThat(cancelling.status()).isZero();
        assertThat(running.status()).isEqualTo(1);
        assertThat(node().unschedulable()).isFalse();
        assertThat(node().meta().annotations()).isEmpty();
    }

    @Test
    void aNodeThatAUserHasCordonedStaysCordoned() throws Exception {
        var body = Json.object();
        body.putObject("spec").put("unschedulable", true);
        var _ = fixture.api().patch(Kinds.NODES, "", "node-1", Patch.merge(body));
        MoveFixture.Running running = drain("node-1");
        fixture.succeed(fixture.awaitMove("data", _ -> true));
        assertThat(running.status()).isZero();
        assertThat(drain("node-1", "--cancel").status()).isZero();
        assertThat(node().unschedulable()).isTrue();
        assertThat(fixture.out()).contains("Node node-1 stays cordoned: no drain has cordoned it.");
    }

    @Test
    void anInvalidLineIsRefused() {
        DrainCommand command = new DrainCommand();
        assertThatThrownBy(() -> command.run(List.of())).isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> command.run(List.of("node-1", "--concurrency", "0")))
                .isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> command.run(List.of("node/node-1", "--to", "node-2,node-1")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("is the node to drain");
    }
}
