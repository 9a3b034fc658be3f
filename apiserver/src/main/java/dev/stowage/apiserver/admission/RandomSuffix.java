package dev.stowage.apiserver.admission;

import java.util.concurrent.ThreadLocalRandom;

/// The end of a name that has to differ from others. Without vowels it spells no words.
final class RandomSuffix {
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final int LENGTH = 5;

    private RandomSuffix() {}

    static String random() {
        StringBuilder suffix = new StringBuilder(LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            suffix.append(LETTERS.charAt(ThreadLocalRandom.current().nextInt(LETTERS.length())));
        }
        return suffix.toString();
    }
}
