package dev.stowage.sidecar.resizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.k8s.Quantity;
import dev.stowage.sidecar.testing.BoundClaims;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a process finds after its predecessor was killed.
final class ResizerRestartTest extends ResizerTestCase {

    @BeforeEach
    void expands() {
        fixture.expands(false);
    }

    @ParameterizedTest
    @CsvSource({
        // The claim's status was written; whether the driver was called is unknown.
        "2Gi, 2Gi, ControllerResizeInProgress, 1Gi, 2Gi",
        // The volume was written, the claim was not.
        "2Gi, 2Gi, ControllerResizeInProgress, 2Gi, 2Gi",
        // The request has become smaller or larger since: the expansion in progress is finished first.
        "5Gi, 10Gi, ControllerResizeInProgress, 1Gi, 10Gi",
        "20Gi, 10Gi, ControllerResizeInProgress, 1Gi, 10Gi 20Gi",
        // The driver had rejected it: only the request counts.
        "5Gi, 10Gi, ControllerResizeInfeasible, 1Gi, 5Gi",
        // The node had marked it as infeasible.
        "2Gi, 2Gi, NodeResizeInfeasible, 2Gi, 2Gi",
    })
    void whatWasBegunIsFinished(String asks, String begun, String state, String volume, String calls) throws Exception {
        BoundClaims.create(fixture.sidecarFixture(), "data", asks, volume);
        BoundClaims.patch(fixture.sidecarFixture(), "data", """
                {"status": {"capacity": {"storage": "1Gi"}, "allocatedResources": {"storage": "%s"},
                 "allocatedResourceStatuses": {"storage": "%s"}, "conditions": [{"type": "Resizing", "status": "True"}]}}
                """.formatted(begun, state));
        fixture.start(ResizerFixture.options());

        String last = calls.substring(calls.lastIndexOf(' ') + 1);
        await().until(() -> fixture.capacity("data").equals(last));
        assertThat(fixture.sizes().stream().map(bytes -> Quantity.ofBytes(bytes).text()))
                .containsExactly(calls.split(" ", -1));
        assertThat(fixture.volume("data").at("/spec/capacity/storage").asText()).isEqualTo(last);
        assertThat(fixture.conditions("data")).isEmpty();
        assertThat(fixture.state("data")).isEmpty();
    }
}
