package dev.stowage.explain.bundle;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// Finds secrets in texts. In doubt the text is removed: a bundle with a gap is nearly as useful.
final class SecretDetector {
    static final String LEFT_OUT = "(left out)";

    private static final String WORDS =
            "pass(?:word|wd|phrase)?|pwd|secret|token|credentials?|(?<![a-z])sig(?:nature)?(?![a-z])"
                    + "|(?:api|access|secret|private|account|storage|encryption|client)[-_.]?key|keyring|auth(?:orization)?";

    /// @param replacement keeps what shows that something was removed
    private record SecretPattern(Pattern pattern, String replacement) {}

    private static final List<SecretPattern> RULES = List.of(
            new SecretPattern(
                    Pattern.compile("-----BEGIN [A-Z0-9 ]+-----[\\s\\S]*?(?:-----END [A-Z0-9 ]+-----|$)"), LEFT_OUT),
            new SecretPattern(
                    Pattern.compile("eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*)?"), LEFT_OUT),
            new SecretPattern(Pattern.compile("(?i)\\b(bearer|basic)\\s+[A-Za-z0-9+/_=.~-]{6,}"), "$1 " + LEFT_OUT),
            new SecretPattern(Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*://)[^/\\s@]+@"), "$1" + LEFT_OUT + "@"),
            new SecretPattern(Pattern.compile("\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b"), LEFT_OUT),
            new SecretPattern(
                    Pattern.compile("(?i)((?:" + WORDS + ")\\\\?[\"']?\\s*[=:]\\s*)"
                            + "(\\\\?\"[^\"]*\"|'[^']*'|[^\\s,;&\"'(][^\\s,;&\"']*)"),
                    "$1" + LEFT_OUT));

    private static final Pattern SECRET_NAME = Pattern.compile("(?i).*(?:" + WORDS + ").*");
    private static final Pattern DENSE = Pattern.compile("[A-Za-z0-9+/=_-]{24,}");
    private static final Pattern HEX = Pattern.compile("(?i)[0-9a-f]{32,}");

    private SecretDetector() {}

    static String clean(String text) {
        String clean = text;
        for (SecretPattern secretPattern : RULES) {
            clean = secretPattern.pattern().matcher(clean).replaceAll(secretPattern.replacement());
        }
        return clean;
    }

    /// Whether the value under this name is omitted in any case. Names of secrets are not secret.
    static boolean isSecretName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean names = lower.endsWith("name") || lower.endsWith("namespace");
        return !names && SECRET_NAME.matcher(name).matches();
    }

    /// The same for parameters of drivers, whose keys are not label keys.
    static boolean isSecretSetting(String name) {
        return isSecretName(name) || name.toLowerCase(Locale.ROOT).endsWith("key");
    }

    /// Keys and tokens contain no words.
    static boolean looksRandom(String value) {
        boolean mixed = value.chars().anyMatch(Character::isUpperCase)
                && value.chars().anyMatch(Character::isLowerCase)
                && value.chars().anyMatch(Character::isDigit);
        return HEX.matcher(value).matches() || (mixed && DENSE.matcher(value).matches());
    }
}
