package dev.stowage.k8s.featuregate;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Which features are on.
///
/// @param set the features and whole stages that the command line names, and their state
public record FeatureGates(Map<String, Boolean> set) {

    public FeatureGates {
        set = Map.copyOf(set);
    }

    public static FeatureGates defaults() {
        return new FeatureGates(Map.of());
    }

    public static FeatureGates with(Feature feature, boolean on) {
        return new FeatureGates(Map.of(feature.name(), on));
    }

    /// Reads `A=true,B=False` as Go does.
    ///
    /// @param known the features of this program; any other name is an error
    /// @throws IllegalArgumentException with a message for the user
    public static FeatureGates parse(String text, Collection<Feature> known) {
        Map<String, Boolean> set = new HashMap<>();
        for (String pair : text.split(",", -1)) {
            if (pair.isBlank()) {
                continue;
            }
            int equals = pair.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException(
                        "\"" + pair + "\" is not a feature gate (use NAME=true or NAME=false)");
            }
            String name = pair.substring(0, equals).strip();
            if (!isStage(name)
                    && known.stream().noneMatch(feature -> feature.name().equals(name))) {
                throw unknown(name, known);
            }
            set.put(name, bool(name, pair.substring(equals + 1).strip()));
        }
        return new FeatureGates(set);
    }

    private static boolean isStage(String name) {
        return !name.isEmpty()
                && Arrays.stream(Feature.Stage.values())
                        .anyMatch(stage -> stage.all().equals(name));
    }

    private static boolean bool(String name, String text) {
        return switch (text) {
            case "true", "TRUE", "True", "t", "T", "1" -> true;
            case "false", "FALSE", "False", "f", "F", "0" -> false;
            default -> throw new IllegalArgumentException(name + ": \"" + text + "\" is neither true nor false");
        };
    }

    private static IllegalArgumentException unknown(String name, Collection<Feature> known) {
        return new IllegalArgumentException("unknown feature gate \"" + name + "\" (known: "
                + known.stream().map(Feature::name).collect(Collectors.toCollection(TreeSet::new)) + ")");
    }

    public boolean isEnabled(Feature feature) {
        Boolean own = set.get(feature.name());
        return own != null ? own : set.getOrDefault(feature.stage().all(), feature.enabledByDefault());
    }

    /// Whether the command line names it, rather than the default applying.
    public boolean isSet(Feature feature) {
        return set.containsKey(feature.name());
    }
}
