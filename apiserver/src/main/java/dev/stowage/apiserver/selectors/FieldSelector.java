package dev.stowage.apiserver.selectors;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The values that some fields of an object must have or not have.
public record FieldSelector(List<Term> terms) {
    public static final FieldSelector EVERYTHING = new FieldSelector(List.of());
    public static final String NAME = "metadata.name";
    static final String NAMESPACE = "metadata.namespace";

    public FieldSelector {
        terms = List.copyOf(terms);
    }

    record Term(String field, boolean equal, String value) {}

    /// @param known the fields that are allowed besides name and namespace
    /// @throws ApiException `BadRequest`, in the words of Kubernetes
    public static FieldSelector parse(String text, Set<String> known) throws ApiException {
        List<Term> terms = new ArrayList<>();
        for (String part : split(text)) {
            Term term = term(text, part);
            if (!term.field().equals(NAME) && !term.field().equals(NAMESPACE) && !known.contains(term.field())) {
                throw ApiException.badRequest(
                        known.isEmpty()
                                ? "%s is not a known field selector: only \"metadata.name\", \"metadata.namespace\""
                                        .formatted(FieldErrors.quoted(term.field()))
                                : "field label not supported: " + term.field());
            }
            terms.add(term);
        }
        return new FieldSelector(terms);
    }

    /// The fields that must have one value, for authorization: a user with access to one object may list it by
    /// its name. Nothing for a text that is not a selector; it is refused later, with the right message.
    public static Map<String, String> valuesIn(String text) {
        try {
            Map<String, String> values = new HashMap<>();
            for (String part : split(text)) {
                Term term = term(text, part);
                if (term.equal()) {
                    values.putIfAbsent(term.field(), term.value());
                }
            }
            return values;
        } catch (ApiException _) {
            return Map.of();
        }
    }

    public boolean isEverything() {
        return terms.isEmpty();
    }

    /// The required name, if the selector has one.
    public Optional<String> name() {
        return terms.stream()
                .filter(term -> term.equal() && term.field().equals(NAME))
                .map(Term::value)
                .findFirst();
    }

    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        boolean escaped = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (escaped) {
                escaped = false;
            } else if (c == '\\') {
                escaped = true;
            } else if (c == ',') {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts.stream().filter(part -> !part.isEmpty()).sorted().toList();
    }

    private static Term term(String whole, String part) throws ApiException {
        for (int i = 0; i < part.length(); i++) {
            if (part.startsWith("!=", i)) {
                return new Term(part.substring(0, i), false, unescape(part.substring(i + 2)));
            }
            if (part.charAt(i) == '=') {
                int length = part.startsWith("==", i) ? 2 : 1;
                return new Term(part.substring(0, i), true, unescape(part.substring(i + length)));
            }
        }
        throw ApiException.badRequest("invalid selector: '%s'; can't understand '%s'".formatted(whole, part));
    }

    private static String unescape(String text) throws ApiException {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ',' || c == '=') {
                throw ApiException.badRequest(
                        "invalid field selector: unescaped character in value: %d".formatted((int) c));
            }
            if (c == '\\') {
                i++;
                String sequence = i < text.length() ? "\\" + text.charAt(i) : "\\";
                if (sequence.length() < 2 || "\\,=".indexOf(text.charAt(i)) < 0) {
                    throw ApiException.badRequest(
                            "invalid field selector: invalid escape sequence: %s".formatted(sequence));
                }
                c = text.charAt(i);
            }
            plain.append(c);
        }
        return plain.toString();
    }
}
