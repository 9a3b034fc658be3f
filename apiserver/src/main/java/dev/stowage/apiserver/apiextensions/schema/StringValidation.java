package dev.stowage.apiserver.apiextensions.schema;

import dev.stowage.apiserver.errors.FieldErrors;

/// The rules for strings. The first violation is reported.
final class StringValidation {
    private StringValidation() {}

    static void check(JsonSchema schema, String text, String path, ValidationResult validationResult) {
        ValueBounds valueBounds = schema.valueBounds();
        String shown = FieldErrors.quoted(text);
        long length = text.codePointCount(0, text.length());
        if (length > valueBounds.maxLength().orElse(Long.MAX_VALUE)) {
            validationResult.tooLong(path, valueBounds.maxLength().getAsLong());
        } else if (length < valueBounds.minLength().orElse(0)) {
            validationResult.invalid(
                    path,
                    shown,
                    "should be at least %d chars long"
                            .formatted(valueBounds.minLength().getAsLong()));
        } else if (valueBounds.pattern().isPresent()
                && !valueBounds.pattern().get().find(text)) {
            validationResult.invalid(
                    path,
                    shown,
                    "should match '%s'".formatted(valueBounds.pattern().get()));
        }
        boolean isText = schema.type().isEmpty() || schema.type().equals("string");
        if (isText && !schema.format().isEmpty() && !StringFormats.matches(schema.format(), text)) {
            validationResult.type(path, text, schema.format());
        }
    }
}
