package dev.stowage.k8s.text;

import java.util.random.RandomGenerator;

/// The end of a generated name, as API servers append it. Without vowels it does not spell words, and it has no
/// characters that are easily confused.
public final class RandomSuffix {
    /// In characters.
    public static final int LENGTH = 5;

    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    private RandomSuffix() {}

    public static String generate(RandomGenerator random) {
        StringBuilder suffix = new StringBuilder(LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            suffix.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return suffix.toString();
    }
}
