package dev.stowage.apiserver.registry.generic;

import java.security.SecureRandom;

/// Names for objects that ask for one. No vowels, so no words; nothing that is mistaken for something else.
final class NameGenerator {
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int LENGTH = 5;
    private static final int LONGEST = 63;
    private static final SecureRandom RANDOM = new SecureRandom();

    private NameGenerator() {}

    static String of(String start) {
        StringBuilder name = new StringBuilder(start.length() + LENGTH);
        name.append(start, 0, Math.min(start.length(), LONGEST - LENGTH));
        for (int i = 0; i < LENGTH; i++) {
            name.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
        }
        return name.toString();
    }
}
