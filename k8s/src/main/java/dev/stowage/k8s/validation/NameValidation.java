package dev.stowage.k8s.validation;

import java.util.ArrayList;
import java.util.List;

/// Validates names: each method returns a message for each error, and none for a valid name.
public final class NameValidation {
    private static final int LABEL_LENGTH = 63;
    private static final int SUBDOMAIN_LENGTH = 253;

    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
    private static final String QUALIFIED = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

    private static final String ENDS = "and must start and end with an alphanumeric character";
    private static final String NO_LABEL = ValidationMessages.pattern(
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', " + ENDS,
            LABEL,
            "my-name",
            "123-abc");
    private static final String NO_SUBDOMAIN = ValidationMessages.pattern(
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', " + ENDS,
            SUBDOMAIN,
            "example.com");
    private static final String NO_DNS_1035_LABEL = ValidationMessages.pattern(
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic "
                    + "character, and end with an alphanumeric character",
            "[a-z]([-a-z0-9]*[a-z0-9])?",
            "my-name",
            "abc-123");
    private static final String NO_QUALIFIED = ValidationMessages.pattern(
            "must consist of alphanumeric characters, '-', '_' or '.', " + ENDS,
            QUALIFIED,
            "MyName",
            "my.name",
            "123-abc");
    private static final String NO_LABEL_VALUE = ValidationMessages.pattern(
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', " + ENDS,
            "(" + QUALIFIED + ")?",
            "MyValue",
            "my_value",
            "12345");

    private NameValidation() {}

    public static List<String> dnsLabel(String name) {
        List<String> violations = new ArrayList<>(0);
        if (ValidationMessages.length(name) > LABEL_LENGTH) {
            violations.add(ValidationMessages.mostCharacters(LABEL_LENGTH));
        }
        if (!NameCharacters.isLabel(name)) {
            violations.add(NameCharacters.isSubdomain(name) ? "must not contain dots" : NO_LABEL);
        }
        return violations;
    }

    public static List<String> dnsSubdomain(String name) {
        List<String> violations = new ArrayList<>(0);
        if (ValidationMessages.length(name) > SUBDOMAIN_LENGTH) {
            violations.add(ValidationMessages.mostCharacters(SUBDOMAIN_LENGTH));
        }
        if (!NameCharacters.isSubdomain(name)) {
            violations.add(NO_SUBDOMAIN);
        }
        return violations;
    }

    public static List<String> dns1035Label(String name) {
        List<String> violations = new ArrayList<>(0);
        if (ValidationMessages.length(name) > LABEL_LENGTH) {
            violations.add(ValidationMessages.mostCharacters(LABEL_LENGTH));
        }
        if (!NameCharacters.isLabel(name) || NameCharacters.isDigit(name.charAt(0))) {
            violations.add(NO_DNS_1035_LABEL);
        }
        return violations;
    }

    /// The key of a label, the name of a resource or a finalizer: a name with an optional domain before a slash.
    public static List<String> qualified(String key) {
        List<String> violations = new ArrayList<>(0);
        int slash = key.indexOf('/');
        if (slash >= 0 && key.indexOf('/', slash + 1) >= 0) {
            violations.add("a valid label key " + NO_QUALIFIED
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
            return violations;
        }
        if (slash == 0) {
            violations.add("prefix part must be non-empty");
        } else if (slash > 0) {
            prefix(key.substring(0, slash), violations);
        }
        String name = key.substring(slash + 1);
        if (name.isEmpty()) {
            violations.add("name part must be non-empty");
        } else if (ValidationMessages.length(name) > LABEL_LENGTH) {
            violations.add("name part " + ValidationMessages.mostBytes(LABEL_LENGTH));
        }
        if (!NameCharacters.isQualified(name)) {
            violations.add("name part " + NO_QUALIFIED);
        }
        return violations;
    }

    private static void prefix(String prefix, List<String> violations) {
        if (ValidationMessages.length(prefix) > SUBDOMAIN_LENGTH) {
            violations.add("prefix part " + ValidationMessages.mostBytes(SUBDOMAIN_LENGTH));
        }
        if (!NameCharacters.isSubdomain(prefix)) {
            violations.add("prefix part " + NO_SUBDOMAIN);
        }
    }

    public static List<String> labelValue(String value) {
        List<String> violations = new ArrayList<>(0);
        if (ValidationMessages.length(value) > LABEL_LENGTH) {
            violations.add(ValidationMessages.mostBytes(LABEL_LENGTH));
        }
        if (!value.isEmpty() && !NameCharacters.isQualified(value)) {
            violations.add(NO_LABEL_VALUE);
        }
        return violations;
    }

    /// A valid path segment.
    public static List<String> pathSegment(String name) {
        if (name.equals(".") || name.equals("..")) {
            return List.of("may not be '%s'".formatted(name));
        }
        return pathSegmentPrefix(name);
    }

    static List<String> pathSegmentPrefix(String name) {
        List<String> violations = new ArrayList<>(0);
        for (String part : List.of("/", "%")) {
            if (name.contains(part)) {
                violations.add("may not contain '%s'".formatted(part));
            }
        }
        return violations;
    }
}
