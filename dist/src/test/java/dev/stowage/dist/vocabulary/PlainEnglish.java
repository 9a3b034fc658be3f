package dev.stowage.dist.vocabulary;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Phrases that texts for users avoid, and where the texts are in a Java source.
public final class PlainEnglish {

    private record Phrase(Pattern pattern, String instead) {}

    private static final List<Phrase> PHRASES = List.of(
            phrase("\\banew\\b", "again"),
            phrase("\\bshall\\b", "must or will"),
            phrase("\\bwhoever\\b", "any client, any user"),
            phrase("\\bsomebody\\b", "a user, another process"),
            phrase("\\b(is|are|be|was|were|been) told\\b", "is reported, is given"),
            phrase("\\bcalled wrongly\\b", "usage error"),
            phrase("\\bcomes? to rest\\b", "becomes stable"),
            phrase(
                    "(?<!there )\\bis no (JSON|YAML|number|name|quantity|directory|socket|volume|snapshot|node|pod|claim)\\b",
                    "is not a …"),
            phrase("\\brehears(e|al|als|ed)\\b", "training run"),
            phrase("\\b(house rules?|rules? of the house)\\b", "architecture rules"),
            phrase("\\bas nobody\\b", "as a non-root user"),
            phrase("\\bof its own accord\\b", "by itself"));

    private static final Pattern LITERAL =
            Pattern.compile("\"\"\"(.*?)\"\"\"|\"((?:\\\\.|[^\"\\\\\\n])*)\"", Pattern.DOTALL);
    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*//.*$");

    private PlainEnglish() {}

    private static Phrase phrase(String pattern, String instead) {
        return new Phrase(Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), instead);
    }

    /// What is wrong with a text, if anything.
    public static Optional<String> objection(String text) {
        return PHRASES.stream()
                .filter(phrase -> phrase.pattern().matcher(text).find())
                .map(phrase -> "say \"" + phrase.instead() + "\" in: " + text.strip())
                .findFirst();
    }

    /// The string literals of a source.
    public static List<String> literals(String source) {
        List<String> literals = new ArrayList<>();
        Matcher matcher = LITERAL.matcher(COMMENT.matcher(source).replaceAll(""));
        while (matcher.find()) {
            literals.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
        }
        return literals;
    }
}
