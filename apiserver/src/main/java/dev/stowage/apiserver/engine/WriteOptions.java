package dev.stowage.apiserver.engine;

import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.schema.FieldValidation;
import java.util.List;
import java.util.Optional;

/// How a write is to be made.
///
/// @param dryRun everything but the writing
/// @param manager who owns the fields that change
/// @param validation what becomes of fields that the type does not have
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

    static WriteOptions parse(Kind kind, Parameters parameters, Agent agent) throws ApiException {
        Problems problems = new Problems();
        String manager = parameters.text("fieldManager");
        if (kind == Kind.APPLY && manager.isEmpty()) {
            problems.required("fieldManager", "is required for apply patch");
        }
        if (kind == Kind.PATCH && parameters.has("force")) {
            problems.forbidden("force", "may not be specified for non-apply patch");
        }
        if (manager.length() > 128) {
            problems.tooLong("fieldManager", 128);
        }
        if (manager.codePoints().anyMatch(Character::isISOControl)) {
            problems.invalid("fieldManager", Problems.quoted(manager), "should only contain printable characters");
        }
        checkDryRun(parameters.all("dryRun"), problems);
        String word = parameters.text("fieldValidation");
        Optional<FieldValidation> validation = FieldValidation.find(word);
        if (validation.isEmpty()) {
            problems.notSupported("fieldValidation", Problems.quoted(word), VALIDATIONS);
        }
        if (!problems.isEmpty()) {
            throw ApiException.invalid("meta.k8s.io", kind.word, "", problems);
        }
        return new WriteOptions(
                !parameters.all("dryRun").isEmpty(),
                manager.isEmpty() ? agent.manager() : manager,
                validation.orElse(FieldValidation.WARN),
                parameters.flag("force"));
    }

    static void checkDryRun(List<String> asked, Problems problems) {
        for (String each : asked) {
            if (!each.equals("All")) {
                problems.notSupported("dryRun", Problems.quoted(each), List.of("All"));
            }
        }
    }
}
