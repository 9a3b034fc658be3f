package dev.stowage.sidecar.resizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.k8s.Quantity;
import dev.stowage.sidecar.testing.BoundClaims;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a process finds that takes over from one that died.
final class ResizerRestartTest extends ResizerTestCase {

    @BeforeEach
    void expands() {
        resizerFixture.expands(false);
    }

    @ParameterizedTest
    @CsvSource({
        // The claim was marked; nobody knows whether the driver was called.
        "2Gi, 2Gi, ControllerResizeInProgress, 1Gi, 2Gi",
        // The volume was written, the claim was not.
        "2Gi, 2Gi, ControllerResizeInProgress, 2Gi, 2Gi",
        // The wish has shrunk since, or grown: what was begun comes first, and what is missing then.
        "5Gi, 10Gi, ControllerResizeInProgress, 1Gi, 10Gi",
        "20Gi, 10Gi, ControllerResizeInProgress, 1Gi, 10Gi 20Gi",
        // The driver had refused: only the wish counts.
        "5Gi, 10Gi, ControllerResizeInfeasible, 1Gi, 5Gi",
        // The node had given up.
        "2Gi, 2Gi, NodeResizeInfeasible, 2Gi, 2Gi",
    })
    void whatWasBegunIsFinished(String asks, String begun, String state, String volume, String calls) throws Exception {
        BoundClaims.create(resizerFixture.sidecarFixture(), "data", asks, volume);
        BoundClaims.patch(resizerFixture.sidecarFixture(), "data", """
                {"status": {"capacity": {"storage": "1Gi"}, "allocatedResources": {"storage": "%s"},
                 "allocatedResourceStatuses": {"storage": "%s"}, "conditions": [{"type": "Resizing", "status": "True"}]}}
                """.formatted(begun, state));
        resizerFixture.start(ResizerFixture.options());

        String last = calls.substring(calls.lastIndexOf(' ') + 1);
        await().until(() -> resizerFixture.capacity("data").equals(last));
        assertThat(resizerFixture.sizes().stream()
                        .map(bytes -> Quantity.ofBytes(bytes).text()))
                .containsExactly(calls.split(" ", -1));
        assertThat(resizerFixture.volume("data").at("/spec/capacity/storage").asText())
                .isEqualTo(last);
        assertThat(resizerFixture.conditions("data")).isEmpty();
        assertThat(resizerFixture.state("data")).isEmpty();
    }
}
