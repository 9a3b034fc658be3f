package dev.stowage.apiserver.registry.generic;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.schema.FieldValidation;
import java.util.List;
import java.util.Optional;

/// The options of a write.
///
/// @param dryRun whether nothing is stored
/// @param manager the field manager
/// @param validation how unknown fields are handled
/// @param force takes fields from other managers
public record WriteOptions(boolean dryRun, String manager, FieldValidation validation, boolean force) {
    private static final List<String> VALIDATIONS = List.of("Ignore", "Strict", "Warn");

    enum Kind {
        CREATE("CreateOptions"),
        UPDATE("UpdateOptions"),
        PATCH("PatchOptions"),
        APPLY("PatchOptions");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    static WriteOptions parse(Kind kind, QueryParameters queryParameters, RequestClient requestClient)
            throws ApiException {
        FieldErrors fieldErrors = new FieldErrors();
        String manager = queryParameters.text("fieldManager");
        if (kind == Kind.APPLY && manager.isEmpty()) {
            fieldErrors.required("fieldManager", "is required for apply patch");
        }
        if (kind == Kind.PATCH && queryParameters.has("force")) {
            fieldErrors.forbidden("force", "may not be specified for non-apply patch");
        }
        if (manager.length() > 128) {
            fieldErrors.tooLong("fieldManager", 128);
        }
        if (manager.codePoints().anyMatch(Character::isISOControl)) {
            fieldErrors.invalid(
                    "fieldManager", FieldErrors.quoted(manager), "should only contain printable characters");
        }
        checkDryRun(queryParameters.all("dryRun"), fieldErrors);
        String word = queryParameters.text("fieldValidation");
        Optional<FieldValidation> validation = FieldValidation.find(word);
        if (validation.isEmpty()) {
            fieldErrors.notSupported("fieldValidation", FieldErrors.quoted(word), VALIDATIONS);
        }
        if (!fieldErrors.isEmpty()) {
            throw ApiException.invalid("meta.k8s.io", kind.word, "", fieldErrors);
        }
        return new WriteOptions(
                !queryParameters.all("dryRun").isEmpty(),
                manager.isEmpty() ? requestClient.manager() : manager,
                validation.orElse(FieldValidation.WARN),
                queryParameters.flag("force"));
    }

    static void checkDryRun(List<String> dryRun, FieldErrors fieldErrors) {
        for (String each : dryRun) {
            if (!each.equals("All")) {
                fieldErrors.notSupported("dryRun", FieldErrors.quoted(each), List.of("All"));
            }
        }
    }
}
