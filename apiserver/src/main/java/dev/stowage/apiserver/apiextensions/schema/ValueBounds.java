package dev.stowage.apiserver.apiextensions.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.cel.regex.GoRegex;
import dev.stowage.cel.regex.InvalidRegexException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The bounds of a value.
record ValueBounds(
        OptionalDouble minimum,
        boolean aboveMinimum,
        OptionalDouble maximum,
        boolean belowMaximum,
        OptionalDouble multipleOf,
        OptionalLong minLength,
        OptionalLong maxLength,
        Optional<GoRegex> pattern,
        OptionalLong minItems,
        OptionalLong maxItems,
        boolean uniqueItems,
        OptionalLong minProperties,
        OptionalLong maxProperties) {

    static ValueBounds of(JsonNode schema) throws InvalidRegexException {
        String pattern = JsonTree.text(schema, "pattern");
        return new ValueBounds(
                number(schema, "minimum"),
                JsonTree.flag(schema, "exclusiveMinimum"),
                number(schema, "maximum"),
                JsonTree.flag(schema, "exclusiveMaximum"),
                number(schema, "multipleOf"),
                JsonTree.number(schema, "minLength"),
                JsonTree.number(schema, "maxLength"),
                pattern.isEmpty() ? Optional.empty() : Optional.of(GoRegex.compile(pattern)),
                JsonTree.number(schema, "minItems"),
                JsonTree.number(schema, "maxItems"),
                JsonTree.flag(schema, "uniqueItems"),
                JsonTree.number(schema, "minProperties"),
                JsonTree.number(schema, "maxProperties"));
    }

    private static OptionalDouble number(JsonNode schema, String name) {
        JsonNode node = schema.path(name);
        return node.isNumber() ? OptionalDouble.of(node.doubleValue()) : OptionalDouble.empty();
    }
}
