package dev.stowage.k8s.featuregate;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Which features are on.
///
/// @param set what somebody named, features and whole stages, and how it stands
public record FeatureGates(Map<String, Boolean> set) {

    public FeatureGates {
        set = Map.copyOf(set);
    }

    public static FeatureGates defaults() {
        return new FeatureGates(Map.of());
    }

    public static FeatureGates with(Feature feature, boolean on) {
        return new FeatureGates(Map.of(feature.text(), on));
    }

    /// Reads `A=true,B=False` as Go does.
    ///
    /// @param known the features that there are here; any other name is a mistake
    /// @throws IllegalArgumentException with a sentence that can be shown to the user
    public static FeatureGates parse(String text, Collection<? extends Feature> known) {
        Map<String, Boolean> set = new HashMap<>();
        for (String pair : text.split(",", -1)) {
            if (pair.isBlank()) {
                continue;
            }
            int equals = pair.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("\"" + pair + "\" is not NAME=true or NAME=false");
            }
            String name = pair.substring(0, equals).strip();
            if (!isStage(name)
                    && known.stream().noneMatch(feature -> feature.text().equals(name))) {
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

    private static IllegalArgumentException unknown(String name, Collection<? extends Feature> known) {
        return new IllegalArgumentException("there is no gate \"" + name + "\"; there are "
                + known.stream().map(Feature::text).collect(Collectors.toCollection(TreeSet::new)));
    }

    public boolean isEnabled(Feature feature) {
        Boolean own = set.get(feature.text());
        return own != null ? own : set.getOrDefault(feature.stage().all(), feature.enabledByDefault());
    }

    /// Whether somebody wants it so, or it is only our guess.
    public boolean isSet(Feature feature) {
        return set.containsKey(feature.text());
    }
}
