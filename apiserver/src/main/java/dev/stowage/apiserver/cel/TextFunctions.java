package dev.stowage.apiserver.cel;

import static dev.stowage.apiserver.cel.Shape.ANY;
import static dev.stowage.apiserver.cel.Shape.BOOLEAN;
import static dev.stowage.apiserver.cel.Shape.BYTES;
import static dev.stowage.apiserver.cel.Shape.INTEGER;
import static dev.stowage.apiserver.cel.Shape.TEXT;

import dev.stowage.apiserver.pattern.InvalidPatternException;
import dev.stowage.apiserver.pattern.Regex;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// About texts. Places in them are counted in characters, not in Java's halves of them.
final class TextFunctions {
    private static final Shape TEXTS = Shape.list(TEXT);

    private TextFunctions() {}

    @FunctionalInterface
    private interface Test {
        boolean of(String text, String part);
    }

    static void addTo(Library library) {
        for (boolean receiver : new boolean[] {true, false}) {
            Function.Body length = (a, meter) -> {
                String text = (String) a.getFirst();
                meter.text(text.length());
                return (long) text.codePointCount(0, text.length());
            };
            Function.Body bytes = (a, _) -> (long) ((ByteBuffer) a.getFirst()).remaining();
            if (receiver) {
                library.member("size", List.of(TEXT), INTEGER, length);
                library.member("size", List.of(BYTES), INTEGER, bytes);
                library.member("matches", List.of(TEXT, TEXT), BOOLEAN, TextFunctions::matches);
            } else {
                library.plain("size", List.of(TEXT), INTEGER, length);
                library.plain("size", List.of(BYTES), INTEGER, bytes);
                library.plain("matches", List.of(TEXT, TEXT), BOOLEAN, TextFunctions::matches);
            }
        }
        test(library, "startsWith", String::startsWith);
        test(library, "endsWith", String::endsWith);
        test(library, "contains", String::contains);
        change(library, "lowerAscii", text -> ascii(text, 'A', 'Z', 32));
        change(library, "upperAscii", text -> ascii(text, 'a', 'z', -32));
        change(library, "trim", String::strip);
        change(library, "reverse", text -> new StringBuilder(text).reverse().toString());
        parts(library);
        places(library);
        library.member("format", List.of(TEXT, Shape.list(ANY)), TEXT, (a, meter) -> {
            String text = TextFormat.format((String) a.get(0), (List<?>) a.get(1), meter);
            meter.text(text.length());
            return text;
        });
    }

    private static void test(Library library, String name, Test test) {
        library.member(name, List.of(TEXT, TEXT), BOOLEAN, (a, meter) -> {
            String text = (String) a.get(0);
            meter.text(text.length());
            return test.of(text, (String) a.get(1));
        });
    }

    private static void change(Library library, String name, UnaryOperator<String> change) {
        library.member(name, List.of(TEXT), TEXT, (a, meter) -> {
            String text = (String) a.getFirst();
            meter.text(text.length());
            return change.apply(text);
        });
    }

    private static String ascii(String text, int from, int to, int shift) {
        return text.codePoints()
                .map(c -> c >= from && c <= to ? c + shift : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static Object matches(List<Object> arguments, Meter meter) throws EvaluationException {
        String text = (String) arguments.get(0);
        String pattern = (String) arguments.get(1);
        // All of the expression may have to be tried at each character.
        meter.take(1 + (long) (text.length() / 10 + 1) * (pattern.length() / 4 + 1));
        try {
            return Regex.compile(pattern).find(text);
        } catch (InvalidPatternException e) {
            throw new EvaluationException(String.valueOf(e.getMessage()));
        }
    }

    private static void parts(Library library) {
        library.member("split", List.of(TEXT, TEXT), TEXTS, (a, meter) -> split(a, -1, meter));
        library.member("split", List.of(TEXT, TEXT, INTEGER), TEXTS, (a, meter) -> split(a, (Long) a.get(2), meter));
        library.member("join", List.of(TEXTS), TEXT, (a, meter) -> join((List<?>) a.get(0), "", meter));
        library.member(
                "join", List.of(TEXTS, TEXT), TEXT, (a, meter) -> join((List<?>) a.get(0), (String) a.get(1), meter));
        library.member("replace", List.of(TEXT, TEXT, TEXT), TEXT, (a, meter) -> {
            String replaced = ((String) a.get(0)).replace((String) a.get(1), (String) a.get(2));
            meter.text(replaced.length());
            return replaced;
        });
    }

    private static Object split(List<Object> arguments, long limit, Meter meter) throws EvaluationException {
        String text = (String) arguments.get(0);
        String by = (String) arguments.get(1);
        meter.text(text.length());
        if (limit == 0) {
            return List.of();
        }
        if (by.isEmpty()) {
            return text.codePoints()
                    .mapToObj(Character::toString)
                    .map(c -> (Object) c)
                    .toList();
        }
        List<Object> parts = new ArrayList<>();
        int at = 0;
        int next = text.indexOf(by);
        while (next >= 0 && (limit < 0 || parts.size() < limit - 1)) {
            parts.add(text.substring(at, next));
            at = next + by.length();
            next = text.indexOf(by, at);
        }
        parts.add(text.substring(at));
        return parts;
    }

    private static Object join(List<?> parts, String with, Meter meter) throws EvaluationException {
        String joined = parts.stream().map(String::valueOf).collect(Collectors.joining(with));
        meter.text(joined.length());
        return joined;
    }

    private static void places(Library library) {
        library.member("charAt", List.of(TEXT, INTEGER), TEXT, (a, meter) -> {
            int[] text = characters(a.get(0), meter);
            long at = (Long) a.get(1);
            return at == text.length ? "" : Character.toString(text[index(at, text.length - 1)]);
        });
        library.member("substring", List.of(TEXT, INTEGER), TEXT, (a, meter) -> {
            int[] text = characters(a.get(0), meter);
            int from = index((Long) a.get(1), text.length);
            return new String(text, from, text.length - from);
        });
        library.member("substring", List.of(TEXT, INTEGER, INTEGER), TEXT, (a, meter) -> {
            int[] text = characters(a.get(0), meter);
            int to = index((Long) a.get(2), text.length);
            int from = index((Long) a.get(1), to);
            return new String(text, from, to - from);
        });
        library.member("indexOf", List.of(TEXT, TEXT), INTEGER, (a, meter) -> place(a, String::indexOf, meter));
        library.member("lastIndexOf", List.of(TEXT, TEXT), INTEGER, (a, meter) -> place(a, String::lastIndexOf, meter));
    }

    @FunctionalInterface
    private interface Search {
        int in(String text, String part);
    }

    private static Object place(List<Object> arguments, Search search, Meter meter) throws EvaluationException {
        String text = (String) arguments.get(0);
        meter.text(text.length());
        int found = search.in(text, (String) arguments.get(1));
        return found < 0 ? -1L : (long) text.codePointCount(0, found);
    }

    private static int[] characters(Object text, Meter meter) throws EvaluationException {
        int[] characters = ((String) text).codePoints().toArray();
        meter.text(characters.length);
        return characters;
    }

    private static int index(long index, int most) throws EvaluationException {
        if (index < 0 || index > most) {
            throw new EvaluationException("index out of range: " + index);
        }
        return (int) index;
    }
}
