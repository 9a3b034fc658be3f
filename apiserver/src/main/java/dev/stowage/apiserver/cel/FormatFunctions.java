package dev.stowage.apiserver.cel;

import static dev.stowage.apiserver.cel.Shape.TEXT;

import dev.stowage.apiserver.cel.Shape.Kind;
import dev.stowage.apiserver.cel.Values.Maybe;
import dev.stowage.apiserver.validation.Names;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Names that have to be spelled in some way: `format.dns1123Label().validate(self)` says what is wrong, or
/// nothing.
final class FormatFunctions {
    private static final Shape FORMAT = Shape.of(Kind.FORMAT);
    private static final Map<String, Function<String, List<String>>> FORMATS = Map.of(
            "dns1123Label", Names::dnsLabel,
            "dns1123Subdomain", Names::dnsSubdomain,
            "dns1035Label", Names::dns1035Label,
            "qualifiedName", Names::qualified);

    private FormatFunctions() {}

    /// A format, as a value.
    record Format(String name) {}

    static void addTo(Library library) {
        FORMATS.keySet()
                .forEach(name -> library.plain("format." + name, List.of(), FORMAT, (_, _) -> new Format(name)));
        library.member("validate", List.of(FORMAT, TEXT), Shape.optional(Shape.list(TEXT)), (a, meter) -> {
            String text = (String) a.get(1);
            meter.text(text.length());
            String name = ((Format) a.get(0)).name();
            List<String> wrong = FORMATS.getOrDefault(name, _ -> List.of()).apply(text);
            return wrong.isEmpty() ? Maybe.NONE : Maybe.of(wrong);
        });
    }
}
