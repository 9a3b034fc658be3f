package dev.stowage.apiserver.resource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// How names, labels and keys are spelled. Each rule returns what is wrong in Kubernetes' own words, or nothing.
public final class Spelling {
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
    private static final String LABEL_1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
    private static final String QUALIFIED = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String LABEL_VALUE = "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?";
    private static final String CONFIG_KEY = "[-._a-zA-Z0-9]+";

    private static final Pattern IS_LABEL = Pattern.compile(LABEL);
    private static final Pattern IS_SUBDOMAIN = Pattern.compile(SUBDOMAIN);
    private static final Pattern IS_LABEL_1035 = Pattern.compile(LABEL_1035);
    private static final Pattern IS_QUALIFIED = Pattern.compile(QUALIFIED);
    private static final Pattern IS_CONFIG_KEY = Pattern.compile(CONFIG_KEY);

    private static final Pattern IS_PORT_NAME = Pattern.compile("[-a-z0-9]+");

    private static final String QUALIFIED_RULE = "must consist of alphanumeric characters, '-', '_' or '.', and must"
            + " start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used"
            + " for validation is '" + QUALIFIED + "')";

    private Spelling() {}

    public static List<String> label(String value) {
        List<String> wrong = longest(value, 63, "characters");
        if (!IS_LABEL.matcher(value).matches()) {
            wrong.add(
                    IS_SUBDOMAIN.matcher(value).matches()
                            ? "must not contain dots"
                            : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and"
                                    + " must start and end with an alphanumeric character (e.g. 'my-name',  or"
                                    + " '123-abc', regex used for validation is '" + LABEL + "')");
        }
        return wrong;
    }

    public static List<String> subdomain(String value) {
        List<String> wrong = longest(value, 253, "characters");
        if (!IS_SUBDOMAIN.matcher(value).matches()) {
            wrong.add("a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',"
                    + " and must start and end with an alphanumeric character (e.g. 'example.com', regex used for"
                    + " validation is '" + SUBDOMAIN + "')");
        }
        return wrong;
    }

    public static List<String> label1035(String value) {
        List<String> wrong = longest(value, 63, "characters");
        if (!IS_LABEL_1035.matcher(value).matches()) {
            wrong.add("a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an"
                    + " alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123',"
                    + " regex used for validation is '" + LABEL_1035 + "')");
        }
        return wrong;
    }

    /// Of keys of labels and annotations: a name with a domain before it or not.
    public static List<String> qualifiedName(String value) {
        List<String> wrong = new ArrayList<>();
        String[] parts = value.split("/", -1);
        if (parts.length > 2) {
            wrong.add("a valid label key " + QUALIFIED_RULE
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
            return wrong;
        }
        if (parts.length == 2) {
            if (parts[0].isEmpty()) {
                wrong.add("prefix part must be non-empty");
            } else {
                subdomain(parts[0]).forEach(text -> wrong.add("prefix part " + text));
            }
        }
        String name = parts[parts.length - 1];
        if (name.isEmpty()) {
            wrong.add("name part must be non-empty");
        } else {
            longest(name, 63, "bytes").forEach(text -> wrong.add("name part " + text));
        }
        if (!IS_QUALIFIED.matcher(name).matches()) {
            wrong.add("name part " + QUALIFIED_RULE);
        }
        return wrong;
    }

    public static List<String> labelValue(String value) {
        List<String> wrong = longest(value, 63, "bytes");
        if (!value.isEmpty() && !IS_QUALIFIED.matcher(value).matches()) {
            wrong.add(
                    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and"
                            + " must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345',"
                            + " regex used for validation is '" + LABEL_VALUE + "')");
        }
        return wrong;
    }

    /// Of keys in config maps and secrets.
    public static List<String> configKey(String value) {
        List<String> wrong = longest(value, 253, "characters");
        if (!IS_CONFIG_KEY.matcher(value).matches()) {
            wrong.add(
                    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or"
                            + " 'KEY_NAME',  or 'key-name', regex used for validation is '" + CONFIG_KEY + "')");
        }
        if (value.equals(".")) {
            wrong.add("must not be '.'");
        } else if (value.equals("..")) {
            wrong.add("must not be '..'");
        } else if (value.startsWith("..")) {
            wrong.add("must not start with '..'");
        }
        return wrong;
    }

    public static List<String> portName(String value) {
        List<String> wrong = longest(value, 15, "characters");
        if (!IS_PORT_NAME.matcher(value).matches()) {
            wrong.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
        }
        if (value.chars().noneMatch(letter -> letter >= 'a' && letter <= 'z')) {
            wrong.add("must contain at least one letter (a-z)");
        }
        if (value.contains("--")) {
            wrong.add("must not contain consecutive hyphens");
        }
        if (value.startsWith("-") || value.endsWith("-")) {
            wrong.add("must not begin or end with a hyphen");
        }
        return wrong;
    }

    public static List<String> pathSegment(String value, boolean prefix) {
        List<String> wrong = new ArrayList<>();
        if (!prefix && (value.equals(".") || value.equals(".."))) {
            wrong.add("may not be '%s'".formatted(value));
            return wrong;
        }
        for (String forbidden : List.of("/", "%")) {
            if (value.contains(forbidden)) {
                wrong.add("may not contain '%s'".formatted(forbidden));
            }
        }
        return wrong;
    }

    private static List<String> longest(String value, int most, String unit) {
        List<String> wrong = new ArrayList<>();
        if (value.getBytes(StandardCharsets.UTF_8).length > most) {
            wrong.add("must be no more than %d %s".formatted(most, unit));
        }
        return wrong;
    }
}
