package dev.stowage.kube.csitranslation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/// The node affinity and labels of a volume in the in-tree form.
final class InTreeAffinity {
    private final ObjectNode volume;
    private final ZoneLabels labels;

    InTreeAffinity(ObjectNode volume) {
        this.volume = volume;
        this.labels = ZoneLabels.inUse(
                key -> !values(key).isEmpty(),
                key -> volume.path("metadata").path("labels").has(key));
    }

    /// @param regionOf the region of some zones
    void zones(String zoneKey, Function<List<String>, String> regionOf) {
        rename(zoneKey, labels.zone());
        for (ObjectNode term : terms()) {
            if (values(term, labels.region()).isEmpty()) {
                ObjectNode more = term.withArray("matchExpressions").addObject();
                more.put("key", labels.region()).put("operator", "In");
                more.putArray("values").add(regionOf.apply(List.copyOf(values(term, labels.zone()))));
            }
        }
        SortedSet<String> regions = values(labels.region());
        if (regions.size() == 1) {
            label(labels.region(), regions.first());
        }
        label(labels.zone(), String.join(ZoneLabels.DELIMITER, values(labels.zone())));
    }

    void zones(String zoneKey) {
        rename(zoneKey, labels.zone());
        label(labels.zone(), String.join(ZoneLabels.DELIMITER, values(labels.zone())));
    }

    void zonesAndRegions(String zoneKey, String regionKey) {
        rename(zoneKey, labels.zone());
        rename(regionKey, labels.region());
        values(labels.zone()).stream().findFirst().ifPresent(zone -> label(labels.zone(), zone));
        values(labels.region()).stream().findFirst().ifPresent(region -> label(labels.region(), region));
    }

    private void label(String key, String value) {
        if (!value.isEmpty() && !volume.path("metadata").path("labels").has(key)) {
            volume.withObject("/metadata").withObject("/labels").put(key, value);
        }
    }

    private List<ObjectNode> terms() {
        List<ObjectNode> terms = new ArrayList<>();
        volume.path("spec")
                .path("nodeAffinity")
                .path("required")
                .path("nodeSelectorTerms")
                .forEach(term -> terms.add((ObjectNode) term));
        return terms;
    }

    private void rename(String from, String to) {
        terms().forEach(term -> term.path("matchExpressions").forEach(label -> {
            if (label.path("key").asText().equals(from)) {
                ((ObjectNode) label).put("key", to);
            }
        }));
    }

    private SortedSet<String> values(String key) {
        SortedSet<String> all = new TreeSet<>();
        terms().forEach(term -> all.addAll(values(term, key)));
        return all;
    }

    private static SortedSet<String> values(JsonNode term, String key) {
        SortedSet<String> all = new TreeSet<>();
        for (JsonNode label : term.path("matchExpressions")) {
            if (label.path("key").asText().equals(key)) {
                label.path("values").forEach(value -> all.add(value.asText()));
            }
        }
        return all;
    }
}
