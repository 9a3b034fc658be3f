package dev.stowage.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.LabelRequirement.Operator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Which labels an object must and must not have.
///
/// @param requirements all of them must match; those of `matchLabels` come first, sorted by key
public record LabelSelector(List<LabelRequirement> requirements) {
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of());
    public static final LabelSelector NOTHING = new LabelSelector(List.of(LabelRequirement.in("", List.of())));

    public LabelSelector {
        requirements = List.copyOf(requirements);
    }

    /// @param query such as `app=db,tier in (a,b),!old`
    /// @throws InvalidSelectorException in the words of Kubernetes
    public static LabelSelector parse(String query) throws InvalidSelectorException {
        return query.isBlank() ? EVERYTHING : new LabelSelector(new LabelSelectorParser(query).parse());
    }

    /// @param node with `matchLabels` and `matchExpressions`
    /// @return null if it is absent, which means nothing or everything, depending on the field
    static @Nullable public LabelSelector read(JsonNode node) {
        if (!node.isObject()) {
            return null;
        }
        List<LabelRequirement> requirements = new ArrayList<>();
        new TreeMap<>(JsonFields.map(node.path("matchLabels")))
                .forEach((key, value) -> requirements.add(new LabelRequirement(key, Operator.EQUALS, List.of(value))));
        requirements.addAll(JsonFields.list(node.path("matchExpressions"), LabelSelector::expression));
        return requirements.isEmpty() ? EVERYTHING : new LabelSelector(requirements);
    }

    /// Label selectors of objects do not have the numeric operators of node selectors.
    private static LabelRequirement expression(JsonNode node) {
        LabelRequirement read = LabelRequirement.read(node);
        return switch (read.operator()) {
            case GREATER_THAN, LESS_THAN -> new LabelRequirement(read.key(), Operator.INVALID, read.values());
            case EQUALS, IN, NOT_IN, EXISTS, DOES_NOT_EXIST, INVALID -> read;
        };
    }

    /// For fields in which an absent selector matches nothing. An empty one matches everything.
    public static LabelSelector required(JsonNode node) {
        LabelSelector read = read(node);
        return read == null ? NOTHING : read;
    }

    public boolean isEverything() {
        return requirements.isEmpty();
    }

    public boolean matches(Map<String, String> labels) {
        for (LabelRequirement requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }

    public Map<String, String> matchLabels() {
        Map<String, String> labels = new LinkedHashMap<>();
        for (LabelRequirement requirement : requirements) {
            if (requirement.operator() == Operator.EQUALS) {
                labels.put(requirement.key(), requirement.values().getFirst());
            }
        }
        return Collections.unmodifiableMap(labels);
    }

    public List<LabelRequirement> matchExpressions() {
        return requirements.stream()
                .filter(requirement -> requirement.operator() != Operator.EQUALS)
                .toList();
    }

    /// As kubectl writes it; empty for everything.
    @Override
    public String toString() {
        return requirements.stream().map(LabelRequirement::text).collect(Collectors.joining(","));
    }
}
