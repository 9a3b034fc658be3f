package dev.stowage.cluster.workload;

import dev.stowage.k8s.text.RandomSuffix;
import java.util.random.RandomGenerator;

/// Generates name suffixes like the server does. They are generated here so that an event about an object is
/// known before the object exists.
public final class NameGenerator {
    private static final int LONGEST_PREFIX = 63 - RandomSuffix.LENGTH;

    private final RandomGenerator random;

    public NameGenerator(RandomGenerator random) {
        this.random = random;
    }

    /// @param prefix with a dash at its end
    public String generate(String prefix) {
        String kept = prefix.substring(0, Math.min(prefix.length(), LONGEST_PREFIX));
        return kept + RandomSuffix.generate(random);
    }
}
