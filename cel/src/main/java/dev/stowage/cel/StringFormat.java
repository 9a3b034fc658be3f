package dev.stowage.cel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// Format strings: `%s`, `%d`, `%f` and so on.
final class StringFormat {
    private static final Pattern PRECISION = Pattern.compile("%(\\.[0-9]{1,3})?");

    private StringFormat() {}

    static String format(String pattern, List<?> arguments, CostMeter costMeter) throws EvaluationException {
        StringBuilder text = new StringBuilder();
        int next = 0;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c != '%') {
                text.append(c);
                continue;
            }
            int start = i++;
            if (i < pattern.length() && pattern.charAt(i) == '%') {
                text.append('%');
                continue;
            }
            while (i < pattern.length() && (pattern.charAt(i) == '.' || Character.isDigit(pattern.charAt(i)))) {
                i++;
            }
            if (i >= pattern.length()) {
                throw new EvaluationException("could not parse formatting clause: unexpected end of string");
            }
            if (next >= arguments.size()) {
                throw new EvaluationException("index %d out of range".formatted(next));
            }
            one(pattern.substring(start, i), pattern.charAt(i), arguments.get(next++), text, costMeter);
        }
        return text.toString();
    }

    private static void one(String clause, char letter, Object value, StringBuilder text, CostMeter costMeter)
            throws EvaluationException {
        if (letter == 's') {
            show(value, CelComparison.DEEPEST, text, costMeter);
            return;
        }
        text.append(
                switch (value) {
                    case Long whole -> whole(clause, letter, whole);
                    case Double real when letter == 'f' || letter == 'e' -> real(clause, letter, real);
                    case Boolean flag when letter == 'b' -> flag ? "1" : "0";
                    default -> throw unrecognized(letter);
                });
    }

    private static String whole(String clause, char letter, long whole) throws EvaluationException {
        return switch (letter) {
            case 'd' -> Long.toString(whole);
            case 'b' -> Long.toBinaryString(whole);
            case 'o' -> Long.toOctalString(whole);
            case 'x' -> Long.toHexString(whole);
            case 'X' -> Long.toHexString(whole).toUpperCase(Locale.ROOT);
            case 'f', 'e' -> real(clause, letter, (double) whole);
            default -> throw unrecognized(letter);
        };
    }

    private static String real(String clause, char letter, double real) throws EvaluationException {
        if (!PRECISION.matcher(clause).matches()) {
            throw new EvaluationException("could not parse formatting clause: invalid precision \"%s\""
                    .formatted(clause.length() > 20 ? clause.substring(0, 20) : clause));
        }
        return String.format(Locale.ROOT, clause + letter, real);
    }

    private static EvaluationException unrecognized(char letter) {
        return new EvaluationException(
                "could not parse formatting clause: unrecognized formatting clause \"%c\"".formatted(letter));
    }

    private static void show(Object value, int depth, StringBuilder text, CostMeter costMeter)
            throws EvaluationException {
        if (depth == 0) {
            throw new EvaluationException("value nests too deeply");
        }
        costMeter.take(1);
        switch (value) {
            case List<?> list -> {
                text.append('[');
                for (int i = 0; i < list.size(); i++) {
                    text.append(i == 0 ? "" : ", ");
                    show(list.get(i), depth - 1, text, costMeter);
                }
                text.append(']');
            }
            case Map<?, ?> map -> {
                String between = "{";
                for (Map.Entry<?, ?> entry : sorted(map)) {
                    text.append(between).append(entry.getKey()).append(": ");
                    show(entry.getValue(), depth - 1, text, costMeter);
                    between = ", ";
                }
                text.append(map.isEmpty() ? "{}" : "}");
            }
            default -> text.append(value.equals(CelValues.NULL) ? "null" : ConversionFunctions.text(value, costMeter));
        }
    }

    private static List<Map.Entry<?, ?>> sorted(Map<?, ?> map) {
        List<Map.Entry<?, ?>> entries = new ArrayList<>(map.entrySet());
        entries.sort(Comparator.comparing(entry -> String.valueOf(entry.getKey())));
        return entries;
    }
}
