package dev.stowage.k8s.text;

/// Turns a text into a part of a name, such as a lease's or a finalizer's. The rule is that of the upstream
/// components, because both must arrive at the same name.
public final class SanitizedName {

    private SanitizedName() {}

    public static String of(String text) {
        String name = text.replaceAll("[^a-zA-Z0-9-]", "-");
        return name.endsWith("-") ? name + "X" : name;
    }
}
