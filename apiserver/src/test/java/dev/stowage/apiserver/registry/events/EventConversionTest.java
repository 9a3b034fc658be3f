package dev.stowage.apiserver.registry.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.BuiltInFixture;
import org.junit.jupiter.api.Test;

class EventConversionTest {
    private static final String HERE = """
            {kind: Event, apiVersion: events.k8s.io/v1, metadata: {name: e}, note: hi, reason: R, type: Normal,
            regarding: {kind: Pod, name: p}, reportingController: a/b, reportingInstance: i, action: Did,
            eventTime: '2026-01-01T00:00:00.000000Z', deprecatedSource: {}, deprecatedFirstTimestamp: null,
            deprecatedLastTimestamp: null}
            """;

    private static final String KEPT = """
            {kind: Event, apiVersion: v1, metadata: {name: e}, message: hi, reason: R, type: Normal,
            involvedObject: {kind: Pod, name: p}, reportingComponent: a/b, reportingInstance: i, action: Did,
            eventTime: '2026-01-01T00:00:00.000000Z', source: {}, firstTimestamp: null, lastTimestamp: null}
            """;

    private final EventConversion conversion = new EventConversion();

    @Test
    void eventsAreKeptInTheFormOfTheCoreGroup() {
        ObjectNode event = BuiltInFixture.yaml(HERE);

        conversion.toStorage(event, "v1");

        assertThat(event).isEqualTo(BuiltInFixture.yaml(KEPT));
    }

    @Test
    void theyComeBackAsTheyWere() {
        ObjectNode event = BuiltInFixture.yaml(KEPT);

        conversion.fromStorage(event, "v1");

        assertThat(event).isEqualTo(BuiltInFixture.yaml(HERE));
    }
}
