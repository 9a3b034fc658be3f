package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.pattern.InvalidPatternException;
import dev.stowage.apiserver.pattern.Regex;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The bounds of a value.
record Limits(
        OptionalDouble minimum,
        boolean aboveMinimum,
        OptionalDouble maximum,
        boolean belowMaximum,
        OptionalDouble multipleOf,
        OptionalLong minLength,
        OptionalLong maxLength,
        Optional<Regex> pattern,
        OptionalLong minItems,
        OptionalLong maxItems,
        boolean uniqueItems,
        OptionalLong minProperties,
        OptionalLong maxProperties) {

    static Limits of(JsonNode schema) throws InvalidPatternException {
        String pattern = Tree.text(schema, "pattern");
        return new Limits(
                number(schema, "minimum"),
                Tree.flag(schema, "exclusiveMinimum"),
                number(schema, "maximum"),
                Tree.flag(schema, "exclusiveMaximum"),
                number(schema, "multipleOf"),
                Tree.number(schema, "minLength"),
                Tree.number(schema, "maxLength"),
                pattern.isEmpty() ? Optional.empty() : Optional.of(Regex.compile(pattern)),
                Tree.number(schema, "minItems"),
                Tree.number(schema, "maxItems"),
                Tree.flag(schema, "uniqueItems"),
                Tree.number(schema, "minProperties"),
                Tree.number(schema, "maxProperties"));
    }

    private static OptionalDouble number(JsonNode schema, String name) {
        JsonNode node = schema.path(name);
        return node.isNumber() ? OptionalDouble.of(node.doubleValue()) : OptionalDouble.empty();
    }
}
