package dev.stowage.apiserver.registry.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.resource.ResourceDescriptor.Conversion;
import dev.stowage.apiserver.schema.CanonicalForm;
import dev.stowage.kubetypes.BuiltInTypes;
import java.util.List;

/// Converts between the events of the two groups, which differ in the names of some fields.
final class EventConversion implements Conversion {
    private record Renamed(String here, String kept) {}

    private static final List<Renamed> FIELDS = List.of(
            new Renamed("regarding", "involvedObject"),
            new Renamed("note", "message"),
            new Renamed("reportingController", "reportingComponent"),
            new Renamed("deprecatedSource", "source"),
            new Renamed("deprecatedFirstTimestamp", "firstTimestamp"),
            new Renamed("deprecatedLastTimestamp", "lastTimestamp"),
            new Renamed("deprecatedCount", "count"));

    @Override
    public void toStorage(ObjectNode object, String from) {
        FIELDS.forEach(field -> move(object, field.here(), field.kept()));
        object.put("apiVersion", "v1");
        CanonicalForm.object(object, BuiltInTypes.of("io.k8s.api.core.v1.Event"));
    }

    @Override
    public void fromStorage(ObjectNode object, String to) {
        FIELDS.forEach(field -> move(object, field.kept(), field.here()));
        object.put("apiVersion", "events.k8s.io/" + to);
        CanonicalForm.object(object, BuiltInTypes.of("io.k8s.api.events.v1.Event"));
    }

    @Override
    public boolean isIdentity(String version) {
        return false;
    }

    private static void move(ObjectNode object, String from, String to) {
        JsonNode value = object.remove(from);
        if (value != null) {
            object.set(to, value);
        }
    }
}
