package dev.stowage.cli.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.flags.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MoveCommandTest {

    @TempDir
    private Path folder = Path.of("");

    private MoveFixture fixture;

    @BeforeEach
    void start() throws Exception {
        fixture = new MoveFixture(folder);
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    private MoveFixture.Running move(boolean terminal, String... args) {
        return fixture.start(
                (out, err) -> new MoveCommand(out, err, Map.of("STOWAGE_LOG", "info"), () -> terminal), args);
    }

    private MoveFixture.Running move(String... args) {
        return move(false, args);
    }

    @Test
    void aMoveIsCreatedAndWatchedUntilTheVolumeIsThere() throws Exception {
        MoveFixture.Running running =
                move("pvc/data", "-n", "shop", "--to", "node-2", "--bandwidth-limit", "50Mi", "--delete-bare-pods");
        VolumeMove move = fixture.awaitMove("data", _ -> true);
        assertThat(move.meta().name()).startsWith("data-");
        assertThat(move.targetNode()).isEqualTo("node-2");
        assertThat(move.bandwidthLimit()).isEqualTo("50Mi");
        assertThat(move.deleteBarePods()).isTrue();
        fixture.awaitOutput("Waiting for the mover of node node-2");
        fixture.status(move, """
                {"phase": "Copying", "sourceNode": "node-1", "bytesTotal": 1000, "bytesSent": 250}""");
        fixture.awaitOutput("250B of 1000B (25%)");
        fixture.status(move, """
                {"phase": "Switching", "message": "waiting for a disruption budget to allow the eviction of pod web-0"}""");
        fixture.awaitOutput("does not allow to evict pod web-0 of pvc/data");
        fixture.succeed(move);
        assertThat(running.status()).isZero();
        assertThat(fixture.out())
                .isEqualTo("Moved pvc/data from node node-1 to node node-2; no pod could use the volume for 1.5s"
                        + " (pods end 1.0s, last difference 0.5s).\n");
    }

    @Test
    void onATerminalOneLineChanges() throws Exception {
        MoveFixture.Running running = move(true, "pvc", "data", "-n", "shop", "--to", "node-2");
        VolumeMove move = fixture.awaitMove("data", _ -> true);
        fixture.status(move, "{\"phase\": \"Copying\"}");
        fixture.awaitOutput("\r\u001b[KCopying to node node-2");
        fixture.succeed(move);
        assertThat(running.status()).isZero();
        assertThat(fixture.err()).endsWith("\r\u001b[K");
    }

    @Test
    void aSecondCommandGoesOnWithTheSameMoveAndAddsWhatItAllows() throws Exception {
        assertThat(move("pvc/data", "-n", "shop", "--to", "node-2", "--no-wait").status())
                .isZero();
        MoveFixture.Running again = move("pvc/data", "-n", "shop", "--to", "node-2", "--delete-bare-pods");
        VolumeMove move = fixture.awaitMove("data", VolumeMove::deleteBarePods);
        fixture.succeed(move);
        assertThat(again.status()).isZero();
        assertThat(fixture.moves()).hasSize(1);
    }

    @Test
    void aFailedMoveEndsWithOneAndSaysWhy() throws Exception {
        MoveFixture.Running running = move("pvc/data", "-n", "shop", "--to", "node-2");
        fixture.status(fixture.awaitMove("data", _ -> true), """
                {"phase": "Failed", "message": "the pool of node node-2 is full"}""");
        assertThat(running.status()).isEqualTo(1);
        assertThat(fixture.err()).endsWith("pvc/data was not moved: the pool of node node-2 is full\n");
    }

    @Test
    void aCancellationIsAskedForAndWatched() throws Exception {
        MoveFixture.Running moving = move("pvc/data", "-n", "shop", "--to", "node-2");
        VolumeMove move = fixture.awaitMove("data", _ -> true);
        MoveFixture.Running cancelling = move("pvc/data", "-n", "shop", "--cancel");
        fixture.awaitMove("data", VolumeMove::cancel);
        fixture.status(move, """
                {"phase": "Cancelled", "message": "the volume stays on node node-1: cancelled by a user"}""");
        assertThat(cancelling.status()).isZero();
        assertThat(moving.status()).isEqualTo(1);
        assertThat(move("pvc/data", "-n", "shop", "--cancel").status()).isZero();
        assertThat(fixture.out()).contains("No move of pvc/data is left to cancel.");
    }

    @Test
    void aVolumeThatIsThereNeedsNoMove() throws Exception {
        assertThat(move("pvc/data", "-n", "shop", "--to", "node-1").status()).isZero();
        assertThat(fixture.out()).isEqualTo("The volume of pvc/data is on node node-1 already.\n");
        assertThat(fixture.moves()).isEmpty();
    }

    @Test
    void anInterruptEndsTheCommandAndNotTheMove() throws Exception {
        MoveFixture.Running running = move("pvc/data", "-n", "shop", "--to", "node-2");
        fixture.awaitOutput("Waiting for the mover");
        running.thread().interrupt();
        assertThat(running.thread().join(Duration.ofSeconds(60))).isTrue();
        assertThat(fixture.err())
                .endsWith("Stopped watching. The move goes on; to cancel it: stowage move pvc/data -n shop --cancel\n");
        assertThat(fixture.moves()).hasSize(1).noneMatch(VolumeMove::cancel);
    }

    @Test
    void anInvalidLineIsRefused() {
        MoveCommand command = new MoveCommand();
        assertThatThrownBy(() -> command.run(List.of("pvc/data")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--to is required");
        assertThatThrownBy(() -> command.run(List.of("pod/data", "--to", "node-2")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("pvc/NAME");
        assertThatThrownBy(() -> command.run(List.of("pvc/data", "--to", "node-2", "--bandwidth-limit", "fast")))
                .isInstanceOf(UsageException.class);
    }
}
