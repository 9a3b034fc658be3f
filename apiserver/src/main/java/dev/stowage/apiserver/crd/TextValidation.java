package dev.stowage.apiserver.crd;

import dev.stowage.apiserver.failure.Problems;

/// The rules for texts. The first that is broken is told.
final class TextValidation {
    private TextValidation() {}

    static void check(JsonSchema schema, String text, String path, Findings findings) {
        Limits limits = schema.limits();
        String shown = Problems.quoted(text);
        long length = text.codePointCount(0, text.length());
        if (length > limits.maxLength().orElse(Long.MAX_VALUE)) {
            findings.tooLong(path, limits.maxLength().getAsLong());
        } else if (length < limits.minLength().orElse(0)) {
            findings.invalid(
                    path,
                    shown,
                    "should be at least %d chars long"
                            .formatted(limits.minLength().getAsLong()));
        } else if (limits.pattern().isPresent() && !limits.pattern().get().find(text)) {
            findings.invalid(
                    path, shown, "should match '%s'".formatted(limits.pattern().get()));
        }
        boolean isText = schema.type().isEmpty() || schema.type().equals("string");
        if (isText && !schema.format().isEmpty() && !Formats.matches(schema.format(), text)) {
            findings.type(path, text, schema.format());
        }
    }
}
