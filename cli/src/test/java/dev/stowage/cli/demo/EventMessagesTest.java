package dev.stowage.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class EventMessagesTest {
    private static final String EVENTS = """
            {"items": [
              {"involvedObject": {"kind": "Pod", "name": "a"}, "reason": "Late", "message": "two\\nlines",
               "lastTimestamp": "2026-01-01T00:00:09Z"},
              {"involvedObject": {"kind": "Pod", "name": "a"}, "reason": "Early", "message": "x",
               "lastTimestamp": "2026-01-01T00:00:01Z"},
              {"involvedObject": {"kind": "Pod", "name": "b"}, "reason": "Other", "message": "y",
               "eventTime": "2026-01-01T00:00:20Z", "lastTimestamp": null}
            ]}
            """;

    @Test
    void theLatestEventOfAnObjectHasTheWord() throws IOException {
        var list = Json.read(EVENTS.getBytes(StandardCharsets.UTF_8));
        assertThat(EventMessages.last(list, "Pod", "a")).hasValue("Late: two lines");
        assertThat(EventMessages.last(list, "Pod", "b")).hasValue("Other: y");
        assertThat(EventMessages.last(list, "PersistentVolumeClaim", "a")).isEmpty();
    }
}
