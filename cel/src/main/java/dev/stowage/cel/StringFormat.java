package dev.stowage.cel;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Format strings: `%s`, `%d`, `%f` and so on.
final class StringFormat {
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
            text.append(one(pattern.substring(start, i), pattern.charAt(i), arguments.get(next++), costMeter));
        }
        return text.toString();
    }

    private static String one(String clause, char letter, Object value, CostMeter costMeter)
            throws EvaluationException {
        if (letter == 's') {
            return shown(value, costMeter);
        }
        return switch (value) {
            case Long whole -> whole(clause, letter, whole);
            case Double real when letter == 'f' || letter == 'e' -> real(clause, letter, real);
            case Boolean flag when letter == 'b' -> flag ? "1" : "0";
            default -> throw unrecognized(letter);
        };
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
        if (clause.length() > 5) {
            throw new EvaluationException("could not parse formatting clause: precision is too large");
        }
        return String.format(Locale.ROOT, clause + letter, real);
    }

    private static EvaluationException unrecognized(char letter) {
        return new EvaluationException(
                "could not parse formatting clause: unrecognized formatting clause \"%c\"".formatted(letter));
    }

    private static String shown(Object value, CostMeter costMeter) throws EvaluationException {
        costMeter.take(1);
        if (value instanceof List<?> list) {
            StringBuilder text = new StringBuilder("[");
            for (int i = 0; i < list.size(); i++) {
                text.append(i == 0 ? "" : ", ").append(shown(list.get(i), costMeter));
            }
            return text.append(']').toString();
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + entry.getValue())
                    .sorted()
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return value.equals(CelValues.NULL) ? "null" : ConversionFunctions.text(value, costMeter);
    }
}
