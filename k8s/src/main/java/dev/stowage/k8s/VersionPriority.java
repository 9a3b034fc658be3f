package dev.stowage.k8s;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Orders API versions: the most stable first, then the newest (v2, v1, v2beta1, v1alpha1). Other names come
/// last, in the order of their text.
public enum VersionPriority implements Comparator<String> {
    INSTANCE;

    private static final Pattern VERSION = Pattern.compile("v([0-9]{1,9})(?:(alpha|beta)([0-9]{1,9}))?");

    @Override
    public int compare(String one, String other) {
        Matcher left = VERSION.matcher(one);
        Matcher right = VERSION.matcher(other);
        if (!left.matches() || !right.matches()) {
            return left.matches() ? -1 : right.matches() ? 1 : one.compareTo(other);
        }
        int stability = Integer.compare(stability(right), stability(left));
        if (stability != 0) {
            return stability;
        }
        int major = Integer.compare(number(right, 1), number(left, 1));
        return major != 0 ? major : Integer.compare(number(right, 3), number(left, 3));
    }

    private static int stability(Matcher version) {
        String word = version.group(2);
        return word == null ? 2 : word.equals("beta") ? 1 : 0;
    }

    private static int number(Matcher version, int group) {
        String digits = version.group(group);
        return digits == null ? 0 : Integer.parseInt(digits);
    }
}
