package dev.stowage.k8s.text;

/// A text made into a part of a name: of a lease, of a finalizer. Programs that shall know each other's must come to
/// the
/// same, so the rule is the one that the Go components have.
public final class SanitizedName {

    private SanitizedName() {}

    public static String of(String text) {
        String name = text.replaceAll("[^a-zA-Z0-9-]", "-");
        return name.endsWith("-") ? name + "X" : name;
    }
}
