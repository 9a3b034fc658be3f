package dev.stowage.cel;

import static dev.stowage.cel.CelType.ANY;
import static dev.stowage.cel.CelType.BOOLEAN;
import static dev.stowage.cel.CelType.BYTES;
import static dev.stowage.cel.CelType.INTEGER;
import static dev.stowage.cel.CelType.TEXT;

import dev.stowage.cel.regex.GoRegex;
import dev.stowage.cel.regex.InvalidRegexException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// String functions. Positions count code points, not Java's `char`.
final class StringFunctions {
    private static final CelType TEXTS = CelType.list(TEXT);

    private StringFunctions() {}

    @FunctionalInterface
    private interface Test {
        boolean of(String text, String part);
    }

    static void addTo(FunctionLibrary functionLibrary) {
        for (boolean receiver : new boolean[] {true, false}) {
            FunctionOverload.Body length = (a, costMeter) -> {
                String text = (String) a.getFirst();
                costMeter.text(text.length());
                return (long) text.codePointCount(0, text.length());
            };
            FunctionOverload.Body bytes = (a, costMeter) ->
                    (long) CelValues.bytes(a.getFirst(), costMeter).remaining();
            if (receiver) {
                functionLibrary.member("size", List.of(TEXT), INTEGER, length);
                functionLibrary.member("size", List.of(BYTES), INTEGER, bytes);
                functionLibrary.member("matches", List.of(TEXT, TEXT), BOOLEAN, StringFunctions::matches);
            } else {
                functionLibrary.plain("size", List.of(TEXT), INTEGER, length);
                functionLibrary.plain("size", List.of(BYTES), INTEGER, bytes);
                functionLibrary.plain("matches", List.of(TEXT, TEXT), BOOLEAN, StringFunctions::matches);
            }
        }
        test(functionLibrary, "startsWith", String::startsWith);
        test(functionLibrary, "endsWith", String::endsWith);
        functionLibrary.member(
                "contains", List.of(TEXT, TEXT), BOOLEAN, (a, costMeter) -> place(a, String::indexOf, costMeter) >= 0);
        change(functionLibrary, "lowerAscii", text -> ascii(text, 'A', 'Z', 32));
        change(functionLibrary, "upperAscii", text -> ascii(text, 'a', 'z', -32));
        change(functionLibrary, "trim", String::strip);
        change(
                functionLibrary,
                "reverse",
                text -> new StringBuilder(text).reverse().toString());
        parts(functionLibrary);
        places(functionLibrary);
        functionLibrary.member("format", List.of(TEXT, CelType.list(ANY)), TEXT, (a, costMeter) -> {
            String text = StringFormat.format((String) a.get(0), (List<?>) a.get(1), costMeter);
            costMeter.text(text.length());
            return text;
        });
    }

    private static void test(FunctionLibrary functionLibrary, String name, Test test) {
        functionLibrary.member(name, List.of(TEXT, TEXT), BOOLEAN, (a, costMeter) -> {
            String part = (String) a.get(1);
            costMeter.text(part.length());
            return test.of((String) a.get(0), part);
        });
    }

    private static void change(FunctionLibrary functionLibrary, String name, UnaryOperator<String> change) {
        functionLibrary.member(name, List.of(TEXT), TEXT, (a, costMeter) -> {
            String text = (String) a.getFirst();
            costMeter.text(text.length());
            return change.apply(text);
        });
    }

    private static String ascii(String text, int from, int to, int shift) {
        return text.codePoints()
                .map(c -> c >= from && c <= to ? c + shift : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static Object matches(List<Object> arguments, CostMeter costMeter) throws EvaluationException {
        String text = (String) arguments.get(0);
        String pattern = (String) arguments.get(1);
        // In the worst case the whole expression is tried at each character. A repetition such as {1000} is short, and
        // large when it is compiled.
        costMeter.take(1 + (long) (text.length() / 10 + 1) * (pattern.length() / 4 + 1));
        try {
            GoRegex regex = GoRegex.compile(pattern);
            costMeter.take((long) (text.length() / 10 + 1) * (Math.max(regex.size() - pattern.length(), 0) / 4));
            return regex.find(text);
        } catch (InvalidRegexException e) {
            throw new EvaluationException(String.valueOf(e.getMessage()));
        }
    }

    private static void parts(FunctionLibrary functionLibrary) {
        functionLibrary.member("split", List.of(TEXT, TEXT), TEXTS, (a, costMeter) -> split(a, -1, costMeter));
        functionLibrary.member(
                "split", List.of(TEXT, TEXT, INTEGER), TEXTS, (a, costMeter) -> split(a, (Long) a.get(2), costMeter));
        functionLibrary.member("join", List.of(TEXTS), TEXT, (a, costMeter) -> join((List<?>) a.get(0), "", costMeter));
        functionLibrary.member(
                "join",
                List.of(TEXTS, TEXT),
                TEXT,
                (a, costMeter) -> join((List<?>) a.get(0), (String) a.get(1), costMeter));
        functionLibrary.member("replace", List.of(TEXT, TEXT, TEXT), TEXT, (a, costMeter) -> replace(a, costMeter));
    }

    private static Object split(List<Object> arguments, long limit, CostMeter costMeter) throws EvaluationException {
        String text = (String) arguments.get(0);
        String by = (String) arguments.get(1);
        search(text, by, costMeter);
        if (limit == 0) {
            return List.of();
        }
        if (by.isEmpty()) {
            costMeter.take(text.length());
            return text.codePoints()
                    .mapToObj(Character::toString)
                    .map(c -> (Object) c)
                    .toList();
        }
        List<Object> parts = new ArrayList<>();
        int at = 0;
        int next = text.indexOf(by);
        while (next >= 0 && (limit < 0 || parts.size() < limit - 1)) {
            costMeter.take(1);
            parts.add(text.substring(at, next));
            at = next + by.length();
            next = text.indexOf(by, at);
        }
        parts.add(text.substring(at));
        return parts;
    }

    private static Object join(List<?> parts, String with, CostMeter costMeter) throws EvaluationException {
        // Paid before it is made: a list can contain a large text many times.
        StringBuilder joined = new StringBuilder();
        String between = "";
        for (Object part : parts) {
            if (!(part instanceof String text)) {
                throw new EvaluationException("no such overload");
            }
            costMeter.text(text.length() + with.length());
            joined.append(between).append(text);
            between = with;
        }
        return joined.toString();
    }

    /// Paid before it is made: each character may become a large text.
    private static String replace(List<Object> arguments, CostMeter costMeter) throws EvaluationException {
        String text = (String) arguments.get(0);
        String old = (String) arguments.get(1);
        String with = (String) arguments.get(2);
        search(text, old, costMeter);
        long found = old.isEmpty() ? text.length() + 1L : 0;
        for (int at = old.isEmpty() ? -1 : text.indexOf(old); at >= 0; at = text.indexOf(old, at + old.length())) {
            found++;
        }
        costMeter.take(1 + (text.length() + found * with.length()) / 10);
        return text.replace(old, with);
    }

    /// The cost of searching for a text: in the worst case all of it is compared at each character.
    private static void search(String text, String part, CostMeter costMeter) throws EvaluationException {
        costMeter.take((text.length() / 10 + 1L) * (part.length() / 10 + 1L));
    }

    private static void places(FunctionLibrary functionLibrary) {
        functionLibrary.member("charAt", List.of(TEXT, INTEGER), TEXT, (a, costMeter) -> {
            int[] text = characters(a.get(0), costMeter);
            long at = (Long) a.get(1);
            return at == text.length ? "" : Character.toString(text[index(at, text.length - 1)]);
        });
        functionLibrary.member("substring", List.of(TEXT, INTEGER), TEXT, (a, costMeter) -> {
            int[] text = characters(a.get(0), costMeter);
            int from = index((Long) a.get(1), text.length);
            return new String(text, from, text.length - from);
        });
        functionLibrary.member("substring", List.of(TEXT, INTEGER, INTEGER), TEXT, (a, costMeter) -> {
            int[] text = characters(a.get(0), costMeter);
            int to = index((Long) a.get(2), text.length);
            int from = index((Long) a.get(1), to);
            return new String(text, from, to - from);
        });
        functionLibrary.member(
                "indexOf", List.of(TEXT, TEXT), INTEGER, (a, costMeter) -> place(a, String::indexOf, costMeter));
        functionLibrary.member(
                "lastIndexOf",
                List.of(TEXT, TEXT),
                INTEGER,
                (a, costMeter) -> place(a, String::lastIndexOf, costMeter));
    }

    @FunctionalInterface
    private interface Search {
        int in(String text, String part);
    }

    private static long place(List<Object> arguments, Search search, CostMeter costMeter) throws EvaluationException {
        String text = (String) arguments.get(0);
        search(text, (String) arguments.get(1), costMeter);
        int found = search.in(text, (String) arguments.get(1));
        return found < 0 ? -1 : text.codePointCount(0, found);
    }

    private static int[] characters(Object text, CostMeter costMeter) throws EvaluationException {
        costMeter.text(((String) text).length());
        return ((String) text).codePoints().toArray();
    }

    private static int index(long index, int most) throws EvaluationException {
        if (index < 0 || index > most) {
            throw new EvaluationException("index out of range: " + index);
        }
        return (int) index;
    }
}
