package dev.stowage.cel;

import static dev.stowage.cel.CelType.TEXT;

import dev.stowage.cel.CelType.Kind;
import dev.stowage.cel.CelValues.OptionalValue;
import dev.stowage.k8s.validation.NameValidation;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Named formats: `format.dns1123Label().validate(self)` returns the violations, or nothing.
final class FormatFunctions {
    private static final CelType FORMAT = CelType.of(Kind.FORMAT);
    private static final Map<String, Function<String, List<String>>> FORMATS = Map.of(
            "dns1123Label", NameValidation::dnsLabel,
            "dns1123Subdomain", NameValidation::dnsSubdomain,
            "dns1035Label", NameValidation::dns1035Label,
            "qualifiedName", NameValidation::qualified);

    private FormatFunctions() {}

    /// A format, as a value.
    record Format(String name) {}

    static void addTo(FunctionLibrary functionLibrary) {
        FORMATS.keySet()
                .forEach(
                        name -> functionLibrary.plain("format." + name, List.of(), FORMAT, (_, _) -> new Format(name)));
        functionLibrary.member(
                "validate", List.of(FORMAT, TEXT), CelType.optional(CelType.list(TEXT)), (a, costMeter) -> {
                    String text = (String) a.get(1);
                    costMeter.text(text.length());
                    String name = ((Format) a.get(0)).name();
                    List<String> wrong =
                            FORMATS.getOrDefault(name, _ -> List.of()).apply(text);
                    return wrong.isEmpty() ? OptionalValue.NONE : OptionalValue.of(wrong);
                });
    }
}
