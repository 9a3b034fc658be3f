package dev.stowage.cel.regex;

import dev.stowage.testing.fuzz.FuzzTarget;
import java.util.List;

/// The first line is a pattern, the rest is the text to search.
public final class GoRegexFuzz implements FuzzTarget {

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts(
                "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$\nmy-name",
                "^(a|bc)+?|x{2,3}$\nabcbc",
                "(?i)\\bfoo\\b(?:y)(?P<name>x)\nFOOyx",
                "^\\p{L}\\P{Lu}\\pN[[:alpha:]_-]+[^\\s:]$\nŽluť1a-b_c",
                "^\\Qa.b\\E\\x41\\x{42}\\101.\\z\na.bABA\n",
                "(?ms)^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE])?$\n10Gi\n11");
    }

    @Override
    public List<String> words() {
        return List.of(
                "{1000}", "{2,}", "{0,9}", "(?i)", "(?:", "[[:", ":]", "[^", "]", "(", ")", "|", "*", "+", "?", "\\p{",
                "}", "\\Q", "\\E", "\\x{", "\\b", "$", "^", "a-z", "\n", "𝄞");
    }

    @Override
    public void run(byte[] input) {
        String[] parts = FuzzTarget.text(input).split("\n", 2);
        try {
            GoRegex regex = GoRegex.compile(parts[0]);
            if (regex.find(parts[parts.length - 1]) && regex.size() == 0) {
                throw new AssertionError("an expression without instructions matches");
            }
        } catch (InvalidRegexException _) {
            // Not an expression.
        }
    }
}
