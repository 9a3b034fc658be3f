package dev.stowage.apiserver.registry.generic;

import dev.stowage.k8s.text.RandomSuffix;
import java.security.SecureRandom;

/// Generates names for objects that set only `generateName`.
final class NameGenerator {
    private static final int MAX_LENGTH = 63;
    private static final SecureRandom RANDOM = new SecureRandom();

    private NameGenerator() {}

    static String generate(String prefix) {
        int kept = Math.min(prefix.length(), MAX_LENGTH - RandomSuffix.LENGTH);
        return prefix.substring(0, kept) + RandomSuffix.generate(RANDOM);
    }
}
