package dev.stowage.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceEvent;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.Comparator;
import java.util.Optional;

/// The messages of events.
final class EventMessages {
    private static final int LONGEST = 300;

    private EventMessages() {}

    /// The latest event about an object, as `reason: message`.
    ///
    /// @param list of events, as the server gives it
    static Optional<String> last(JsonNode list, String kind, String name) {
        return list.path("items")
                .valueStream()
                .filter(event -> event.at("/involvedObject/kind").asText().equals(kind)
                        && event.at("/involvedObject/name").asText().equals(name))
                .map(event -> ResourceEvent.read(new KubeResource(ResourceKind.EVENT, event)))
                .max(Comparator.comparing(ResourceEvent::last))
                .map(event -> shortened(event.reason() + ": " + event.text()));
    }

    private static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }
}
