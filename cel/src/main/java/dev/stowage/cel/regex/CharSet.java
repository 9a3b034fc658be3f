package dev.stowage.cel.regex;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;

/// A set of characters.
final class CharSet {
    static final CharSet ANY = of(_ -> true);
    static final CharSet NO_NEWLINE = of(c -> c != '\n');
    private static final CharSet DIGIT = range('0', '9');
    private static final CharSet SPACE = of(c -> c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r');
    private static final CharSet WORD = of(CharSet::isWord);

    /// The named classes that stand inside of brackets, such as `[:alpha:]`.
    private static final Map<String, IntPredicate> POSIX = Map.ofEntries(
            Map.entry("alnum", c -> isWord(c) && c != '_'),
            Map.entry("alpha", c -> isWord(c) && c != '_' && !(c >= '0' && c <= '9')),
            Map.entry("ascii", c -> c < 128),
            Map.entry("blank", c -> c == ' ' || c == '\t'),
            Map.entry("cntrl", c -> c < 32 || c == 127),
            Map.entry("digit", c -> c >= '0' && c <= '9'),
            Map.entry("graph", c -> c > 32 && c < 127),
            Map.entry("lower", c -> c >= 'a' && c <= 'z'),
            Map.entry("print", c -> c >= 32 && c < 127),
            Map.entry("punct", c -> c > 32 && c < 127 && !(isWord(c) && c != '_')),
            Map.entry("space", c -> c == ' ' || (c >= 9 && c <= 13)),
            Map.entry("upper", c -> c >= 'A' && c <= 'Z'),
            Map.entry("word", CharSet::isWord),
            Map.entry("xdigit", c -> Character.digit(c, 16) >= 0 && c < 128));

    /// The general categories of Unicode, as Java numbers them.
    private static final Map<String, Integer> CATEGORIES = Map.ofEntries(
            Map.entry("Lu", (int) Character.UPPERCASE_LETTER),
            Map.entry("Ll", (int) Character.LOWERCASE_LETTER),
            Map.entry("Lt", (int) Character.TITLECASE_LETTER),
            Map.entry("Lm", (int) Character.MODIFIER_LETTER),
            Map.entry("Lo", (int) Character.OTHER_LETTER),
            Map.entry("Mn", (int) Character.NON_SPACING_MARK),
            Map.entry("Me", (int) Character.ENCLOSING_MARK),
            Map.entry("Mc", (int) Character.COMBINING_SPACING_MARK),
            Map.entry("Nd", (int) Character.DECIMAL_DIGIT_NUMBER),
            Map.entry("Nl", (int) Character.LETTER_NUMBER),
            Map.entry("No", (int) Character.OTHER_NUMBER),
            Map.entry("Zs", (int) Character.SPACE_SEPARATOR),
            Map.entry("Zl", (int) Character.LINE_SEPARATOR),
            Map.entry("Zp", (int) Character.PARAGRAPH_SEPARATOR),
            Map.entry("Cc", (int) Character.CONTROL),
            Map.entry("Cf", (int) Character.FORMAT),
            Map.entry("Co", (int) Character.PRIVATE_USE),
            Map.entry("Cs", (int) Character.SURROGATE),
            Map.entry("Pd", (int) Character.DASH_PUNCTUATION),
            Map.entry("Ps", (int) Character.START_PUNCTUATION),
            Map.entry("Pe", (int) Character.END_PUNCTUATION),
            Map.entry("Pc", (int) Character.CONNECTOR_PUNCTUATION),
            Map.entry("Po", (int) Character.OTHER_PUNCTUATION),
            Map.entry("Pi", (int) Character.INITIAL_QUOTE_PUNCTUATION),
            Map.entry("Pf", (int) Character.FINAL_QUOTE_PUNCTUATION),
            Map.entry("Sm", (int) Character.MATH_SYMBOL),
            Map.entry("Sc", (int) Character.CURRENCY_SYMBOL),
            Map.entry("Sk", (int) Character.MODIFIER_SYMBOL),
            Map.entry("So", (int) Character.OTHER_SYMBOL));

    private final IntPredicate test;
    private final int cost;

    /// The first and the last character, if that is all; otherwise empty.
    private final int[] bounds;

    private CharSet(IntPredicate test, int cost, int... bounds) {
        this.test = test;
        this.cost = cost;
        this.bounds = bounds;
    }

    boolean has(int character) {
        return test.test(character);
    }

    /// The work of one test: a class in brackets can have thousands of parts.
    int cost() {
        return cost;
    }

    static CharSet of(IntPredicate test) {
        return new CharSet(test, 1);
    }

    static CharSet range(int from, int to) {
        return new CharSet(c -> c >= from && c <= to, 1, from, to);
    }

    static CharSet union(List<CharSet> sets) {
        CharRanges ranges = CharRanges.of(sets.stream().map(set -> set.bounds).filter(bounds -> bounds.length > 0));
        List<CharSet> others =
                sets.stream().filter(set -> set.bounds.length == 0).distinct().toList();
        int cost = 1 + others.stream().mapToInt(CharSet::cost).sum();
        return new CharSet(
                c -> {
                    if (ranges.has(c)) {
                        return true;
                    }
                    for (CharSet set : others) {
                        if (set.has(c)) {
                            return true;
                        }
                    }
                    return false;
                },
                cost);
    }

    CharSet not() {
        return new CharSet(c -> !test.test(c), cost);
    }

    /// With both cases of each letter.
    CharSet folded() {
        return new CharSet(
                c -> test.test(c) || test.test(Character.toLowerCase(c)) || test.test(Character.toUpperCase(c)),
                3 * cost);
    }

    static boolean isWord(int c) {
        return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    /// The class of a letter after a backslash.
    static CharSet perl(char letter) {
        CharSet set = switch (Character.toLowerCase(letter)) {
            case 'd' -> DIGIT;
            case 's' -> SPACE;
            default -> WORD;
        };
        return Character.isUpperCase(letter) ? set.not() : set;
    }

    static CharSet posix(String name, String part) throws InvalidRegexException {
        boolean negated = name.startsWith("^");
        IntPredicate test = POSIX.get(negated ? name.substring(1) : name);
        if (test == null) {
            throw new InvalidRegexException("invalid character class range", part);
        }
        CharSet set = of(test);
        return negated ? set.not() : set;
    }

    /// A category such as `L` or `Lu`, or a script such as `Greek`.
    static CharSet unicode(String name, String part) throws InvalidRegexException {
        if (name.equals("Any")) {
            return ANY;
        }
        Integer category = CATEGORIES.get(name);
        if (category != null) {
            int type = category;
            return of(c -> Character.getType(c) == type);
        }
        if (name.length() == 1) {
            List<Integer> types = CATEGORIES.entrySet().stream()
                    .filter(entry -> entry.getKey().startsWith(name))
                    .map(Map.Entry::getValue)
                    .toList();
            if (!types.isEmpty()) {
                return of(c -> types.contains(Character.getType(c)));
            }
        }
        try {
            Character.UnicodeScript script = Character.UnicodeScript.forName(name.toUpperCase(Locale.ROOT));
            return of(c -> Character.UnicodeScript.of(c) == script);
        } catch (IllegalArgumentException _) {
            throw new InvalidRegexException("invalid character class range", part);
        }
    }
}
