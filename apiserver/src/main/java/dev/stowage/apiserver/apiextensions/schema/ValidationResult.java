package dev.stowage.apiserver.apiextensions.schema;

import dev.stowage.apiserver.errors.FieldErrors;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The errors of a value, and the number of matches: of several alternative schemas, the one with the most
/// matches gives the best errors.
final class ValidationResult {
    /// A limit, because a hostile object could cause a million errors.
    private static final int MOST = 500;

    private final Set<Finding> findings = new LinkedHashSet<>();
    private int matches;

    private enum Kind {
        REQUIRED,
        UNSUPPORTED,
        TOO_LONG,
        TOO_MANY,
        TYPE,
        INVALID,
        COMBINATION
    }

    private record Finding(Kind kind, String path, String value, String detail, List<String> choices, int bound) {}

    boolean isEmpty() {
        return findings.isEmpty();
    }

    int matches() {
        return matches;
    }

    void match() {
        matches++;
    }

    void merge(ValidationResult other) {
        other.findings.forEach(this::add);
        matches += other.matches;
    }

    void required(String path) {
        add(Kind.REQUIRED, path, "", "");
    }

    void unsupported(String path, String value, List<String> choices) {
        add(new Finding(Kind.UNSUPPORTED, path, value, "", List.copyOf(choices), 0));
    }

    void tooLong(String path, long most) {
        add(new Finding(Kind.TOO_LONG, path, "", "", List.of(), (int) most));
    }

    void tooMany(String path, int found, long most) {
        add(new Finding(Kind.TOO_MANY, path, Integer.toString(found), "", List.of(), (int) most));
    }

    void type(String path, String found, String wanted) {
        String shown = FieldErrors.quoted(found);
        add(Kind.TYPE, path, shown, "%s in body must be of type %s: %s".formatted(path, wanted, shown));
    }

    void invalid(String path, String value, String detail) {
        add(Kind.INVALID, path, value, path + " in body " + detail);
    }

    void forbiddenProperty(String path, String key) {
        String detail = "%s.%s in body is a forbidden property".formatted(path, key);
        add(Kind.INVALID, path, FieldErrors.quoted(key), detail);
    }

    /// A message without a field.
    void combination(String sentence) {
        add(Kind.COMBINATION, "", "", sentence);
    }

    private void add(Kind kind, String path, String value, String detail) {
        add(new Finding(kind, path, value, detail, List.of(), 0));
    }

    private void add(Finding finding) {
        if (findings.size() < MOST) {
            findings.add(finding);
        }
    }

    /// @param base the path of the validated value; empty for a whole object
    void report(String base, FieldErrors fieldErrors) {
        for (Finding one : new ArrayList<>(findings)) {
            String path = one.path().startsWith(".") ? one.path().substring(1) : one.path();
            String field = base.isEmpty() ? path : path.isEmpty() ? base : base + "." + path;
            switch (one.kind()) {
                case REQUIRED -> fieldErrors.required(field(field), "");
                case UNSUPPORTED -> fieldErrors.notSupported(field(field), one.value(), one.choices());
                case TOO_LONG -> fieldErrors.tooLong(field(field), one.bound());
                case TOO_MANY -> fieldErrors.tooMany(field(field), Integer.parseInt(one.value()), one.bound());
                case TYPE -> fieldErrors.typeInvalid(field(field), one.value(), one.detail());
                case INVALID -> fieldErrors.invalid(field(field), one.value(), one.detail());
                case COMBINATION -> fieldErrors.invalid(field(base), "\"\"", one.detail());
            }
        }
    }

    /// The path of a whole object is shown as `<nil>`.
    private static String field(String path) {
        return path.isEmpty() ? "<nil>" : path;
    }
}
