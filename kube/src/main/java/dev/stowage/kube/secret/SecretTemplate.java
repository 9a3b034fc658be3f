package dev.stowage.kube.secret;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Expands names such as `${pvc.name}` by the rules of Go's `os.Expand`, because existing storage classes rely
/// on them.
public final class SecretTemplate {
    private static final String SPECIAL = "*#$@!?-0123456789";
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final Pattern NAMESPACE = Pattern.compile(LABEL);
    private static final Pattern NAME = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
    private static final int LONGEST_NAMESPACE = 63;
    private static final int LONGEST_NAME = 253;

    private SecretTemplate() {}

    /// @param tokens the known names, without braces, and their values
    public static String namespace(String template, Map<String, String> tokens) throws SecretTemplateException {
        return checked(template, resolve(template, tokens), NAMESPACE, LONGEST_NAMESPACE, "namespace");
    }

    /// @param tokens the known names, without braces, and their values
    public static String name(String template, Map<String, String> tokens) throws SecretTemplateException {
        return checked(template, resolve(template, tokens), NAME, LONGEST_NAME, "secret");
    }

    /// The names that a template refers to, known or not.
    public static Set<String> tokens(String template) {
        var names = new TreeSet<String>();
        var _ = expand(template, name -> {
            names.add(name);
            return "";
        });
        return names;
    }

    private static String checked(String template, String resolved, Pattern valid, int longest, String what)
            throws SecretTemplateException {
        if (resolved.length() <= longest && valid.matcher(resolved).matches()) {
            return resolved;
        }
        throw new SecretTemplateException(
                template.equals(resolved)
                        ? "\"" + template + "\" is not a valid " + what + " name"
                        : "\"" + template + "\" resolved to \"" + resolved + "\" which is not a valid " + what
                                + " name");
    }

    private static String resolve(String template, Map<String, String> tokens) throws SecretTemplateException {
        var missing = new TreeSet<String>();
        String resolved = expand(template, name -> {
            String value = tokens.get(name);
            if (value == null) {
                missing.add(name);
                return "";
            }
            return value;
        });
        if (!missing.isEmpty()) {
            throw new SecretTemplateException("error resolving value \"" + template + "\": invalid tokens: ["
                    + missing.stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(" ")) + "]");
        }
        return resolved;
    }

    static String expand(String template, UnaryOperator<String> value) {
        var out = new StringBuilder();
        int at = 0;
        while (at < template.length()) {
            char c = template.charAt(at);
            if (c != '$' || at + 1 == template.length()) {
                out.append(c);
                at++;
                continue;
            }
            Token token = token(template, at + 1);
            if (!token.name().isEmpty()) {
                out.append(value.apply(token.name()));
            } else if (token.length() == 0) {
                out.append(c);
            }
            // Otherwise the syntax is invalid and is dropped, as Go does.
            at += 1 + token.length();
        }
        return out.toString();
    }

    private record Token(String name, int length) {}

    private static Token token(String text, int from) {
        char first = text.charAt(from);
        if (first == '{') {
            if (from + 2 < text.length() && isSpecial(text.charAt(from + 1)) && text.charAt(from + 2) == '}') {
                return new Token(text.substring(from + 1, from + 2), 3);
            }
            int end = text.indexOf('}', from);
            if (end < 0) {
                return new Token("", 1);
            }
            return new Token(text.substring(from + 1, end), end + 1 - from);
        }
        if (isSpecial(first)) {
            return new Token(text.substring(from, from + 1), 1);
        }
        int end = from;
        while (end < text.length() && isWord(text.charAt(end))) {
            end++;
        }
        return new Token(text.substring(from, end), end - from);
    }

    private static boolean isSpecial(char c) {
        return SPECIAL.indexOf(c) >= 0;
    }

    private static boolean isWord(char c) {
        return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
