package dev.stowage.cli.promote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cli.move.MoveFixture;
import dev.stowage.cli.move.MoveObjects;
import dev.stowage.flags.UsageException;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The test plays the mover.
final class PromoteCommandTest {
    private static final String ALIVE =
            StandbyObjects.READY.replace("node node-2 has a copy", "cannot promote the copy: node node-1 may be alive");

    @TempDir
    private Path folder = Path.of("");

    private Duration patience = Duration.ofHours(1);
    private MoveFixture fixture;

    @BeforeEach
    void start() throws Exception {
        fixture = new MoveFixture(folder);
        fixture.create(VolumeStandby.KIND, "shop", StandbyObjects.text("node-2", "", StandbyObjects.READY));
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    private MoveFixture.Running promote(String... args) {
        return fixture.start(
                (out, err) -> new PromoteCommand(out, err, Map.of("STOWAGE_LOG", "info"), () -> false, patience), args);
    }

    private VolumeStandby standby(String node) throws IOException, InterruptedException {
        return fixture.api().find(VolumeStandby.KIND, "shop", "data-" + node).orElseThrow();
    }

    private void awaitRequest() {
        await().until(() -> standby("node-2").promote());
    }

    private void status(String status) throws IOException, InterruptedException {
        ObjectNode body = Json.object();
        body.set("status", MoveObjects.json(status));
        var _ = fixture.api()
                .patch(
                        VolumeStandby.KIND,
                        "shop",
                        "data-node-2",
                        Patch.merge(body).status());
    }

    @Test
    void aCopyIsPromotedAndWatchedUntilItIsTheVolume() throws Exception {
        MoveFixture.Running running = promote("pvc/data", "-n", "shop");
        awaitRequest();
        assertThat(standby("node-2").nodeIsDown()).isFalse();
        fixture.awaitOutput("Waiting for the mover of node node-2\n");
        status("{\"phase\": \"Promoting\", \"message\": \"waiting for pods to end: web-0\"}");
        fixture.awaitOutput("\nWaiting for pods to end: web-0\n");
        status("""
                {"phase": "Promoted", "promotion": {"at": "2026-11-20T10:15:41Z",
                 "copiedAt": "2026-11-20T10:15:07Z", "lostSeconds": 34}}""");
        assertThat(running.status()).isZero();
        assertThat(fixture.out())
                .isEqualTo("Promoted the copy of pvc/data on node node-2: it is the volume now."
                        + " Writes after 2026-11-20T10:15:07Z are gone, at most 34 seconds.\n");
        assertThat(fixture.err())
                .startsWith(
                        "Requested the promotion of VolumeStandby shop/data-node-2, copied at 2026-11-20T10:15:07Z.\n");
    }

    @Test
    void aRefusalEndsWithOneAndWithdrawsTheRequestAndTheConfirmation() throws Exception {
        MoveFixture.Running running = promote("pvc/data", "-n", "shop", "--node-is-down");
        awaitRequest();
        assertThat(standby("node-2").nodeIsDown()).isTrue();
        status(ALIVE);
        assertThat(running.status()).isEqualTo(1);
        assertThat(fixture.err()).endsWith("""
                        The copy of pvc/data on node node-2 was not promoted: node node-1 may be alive
                        Withdrew the request, so that it is not carried out later.
                        """);
        assertThat(fixture.out()).isEmpty();
        assertThat(standby("node-2").promote()).isFalse();
        assertThat(standby("node-2").nodeIsDown()).isFalse();
    }

    @Test
    void theSameRefusalAsBeforeEndsItAfterAWhile() throws Exception {
        patience = Duration.ofMillis(100);
        status(ALIVE);
        assertThat(promote("pvc/data", "-n", "shop").status()).isEqualTo(1);
        assertThat(standby("node-2").promote()).isFalse();
    }

    @Test
    void aConfirmationOfAnEarlierDayIsNotUsed() throws Exception {
        var _ = fixture.api()
                .patch(
                        VolumeStandby.KIND,
                        "shop",
                        "data-node-2",
                        Patch.merge(MoveObjects.json("{\"spec\": {\"nodeIsDown\": true}}")));
        assertThat(promote("pvc/data", "-n", "shop", "--no-wait").status()).isZero();
        assertThat(standby("node-2").promote()).isTrue();
        assertThat(standby("node-2").nodeIsDown()).isFalse();
    }

    @Test
    void aSecondCommandWatchesTheSamePromotion() throws Exception {
        assertThat(promote("pvc/data", "-n", "shop", "--no-wait").status()).isZero();
        status("{\"phase\": \"Promoting\", \"message\": \"detaching\"}");
        MoveFixture.Running again = promote("pvc", "data", "-n", "shop");
        fixture.awaitOutput("The promotion of VolumeStandby shop/data-node-2 is requested already.\nDetaching\n");
        status("{\"phase\": \"Promoted\"}");
        assertThat(again.status()).isZero();
    }

    @Test
    void theCopyOfAnotherNodeCanBeChosen() throws Exception {
        fixture.create(
                VolumeStandby.KIND,
                "shop",
                StandbyObjects.text("node-3", "", StandbyObjects.READY.replace("10:15:07", "10:00:00")));
        assertThat(promote("pvc/data", "-n", "shop", "--node", "node-3", "--no-wait")
                        .status())
                .isZero();
        assertThat(standby("node-3").promote()).isTrue();
        assertThat(standby("node-2").promote()).isFalse();
    }

    @Test
    void aStandbyThatIsDeletedMeanwhileIsAFailure() throws Exception {
        MoveFixture.Running running = promote("pvc/data", "-n", "shop");
        awaitRequest();
        fixture.awaitOutput("Waiting for the mover");
        fixture.api().delete(standby("node-2"), VolumeStandby.KIND);
        assertThat(running.status()).isEqualTo(1);
        assertThat(fixture.err())
                .endsWith("The copy of pvc/data on node node-2 was not promoted:"
                        + " VolumeStandby shop/data-node-2 was deleted\n");
    }

    @Test
    void anInterruptEndsTheCommandAndNotTheRequest() throws Exception {
        MoveFixture.Running running = promote("pvc/data", "-n", "shop");
        fixture.awaitOutput("Waiting for the mover");
        running.thread().interrupt();
        assertThat(running.thread().join(Duration.ofSeconds(60))).isTrue();
        assertThat(fixture.err())
                .contains("Stopped watching. The request stays;")
                .endsWith("kubectl patch volumestandby data-node-2 -n shop --type=merge"
                        + " -p '{\"spec\":{\"promote\":false,\"nodeIsDown\":false}}'\n");
        assertThat(standby("node-2").promote()).isTrue();
    }

    @Test
    void aClaimWithoutACopyIsAFailure() throws Exception {
        fixture.claim("other");
        assertThatThrownBy(() -> promote("pvc/other", "-n", "shop").status())
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("pvc/other has no standby copy");
    }

    @Test
    void anInvalidLineIsRefused() {
        PromoteCommand command = new PromoteCommand();
        assertThatThrownBy(() -> command.run(List.of("pod/data")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("pvc/NAME");
        assertThatThrownBy(() -> command.run(List.of("pvc/data", "--to", "node-2")))
                .isInstanceOf(UsageException.class);
    }
}
