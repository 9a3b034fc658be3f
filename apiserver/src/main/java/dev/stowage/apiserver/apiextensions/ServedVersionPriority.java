package dev.stowage.apiserver.apiextensions;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which version is to be preferred: v2, v1, v1beta2, v1alpha1; names of other forms come last, in their
/// own order.
final class ServedVersionPriority implements Comparator<String> {
    static final ServedVersionPriority PREFERRED_FIRST = new ServedVersionPriority();
    private static final Pattern NAME = Pattern.compile("v([0-9]{1,9})(?:(alpha|beta)([0-9]{1,9}))?");

    private ServedVersionPriority() {}

    private record Rank(int stability, int major, int minor) {}

    @Override
    public int compare(String one, String other) {
        Matcher first = NAME.matcher(one);
        Matcher second = NAME.matcher(other);
        boolean known = first.matches();
        boolean otherKnown = second.matches();
        if (!known || !otherKnown) {
            return known != otherKnown ? (known ? -1 : 1) : one.compareTo(other);
        }
        return Comparator.comparingInt(Rank::stability)
                .thenComparingInt(Rank::major)
                .thenComparingInt(Rank::minor)
                .compare(rank(second), rank(first));
    }

    private static Rank rank(Matcher name) {
        String kind = name.group(2);
        int stability = kind == null ? 2 : kind.equals("beta") ? 1 : 0;
        int minor = kind == null ? 0 : Integer.parseInt(name.group(3));
        return new Rank(stability, Integer.parseInt(name.group(1)), minor);
    }
}
