package dev.stowage.cluster.workload;

import java.util.random.RandomGenerator;

/// Ends of names, as a server would make them. They are made here, so that what is told of an object is known
/// before it
/// is.
public final class NameGenerator {
    private static final int LENGTH = 5;
    private static final int LONGEST_PREFIX = 58;

    private final RandomGenerator random;

    public NameGenerator(RandomGenerator random) {
        this.random = random;
    }

    /// @param prefix with a dash at its end
    public String generate(String prefix) {
        StringBuilder name =
                new StringBuilder(prefix.length() <= LONGEST_PREFIX ? prefix : prefix.substring(0, LONGEST_PREFIX));
        for (int i = 0; i < LENGTH; i++) {
            name.append(TemplateHash.letters()
                    .charAt(random.nextInt(TemplateHash.letters().length())));
        }
        return name.toString();
    }
}
