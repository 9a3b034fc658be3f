package dev.stowage.apiserver.registry.core.pod;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.k8s.names.TaintEffect;
import dev.stowage.k8s.validation.NameValidation;
import java.util.List;

/// Validates the tolerations of a pod.
public final class TolerationValidation {
    public static final List<String> EFFECTS =
            List.of(TaintEffect.NO_SCHEDULE, TaintEffect.PREFER_NO_SCHEDULE, TaintEffect.NO_EXECUTE);
    private static final List<String> OPERATORS = List.of("Equal", "Exists");

    private TolerationValidation() {}

    static void validate(JsonNode tolerations, String list, FieldErrors fieldErrors) {
        int i = 0;
        for (JsonNode toleration : tolerations) {
            validateOne(toleration, list + "[" + i++ + "]", fieldErrors);
        }
    }

    private static void validateOne(JsonNode toleration, String path, FieldErrors fieldErrors) {
        String key = JsonTree.text(toleration, "key");
        String operator = JsonTree.text(toleration, "operator");
        String effect = JsonTree.text(toleration, "effect");
        if (!key.isEmpty()) {
            FieldChecks.violations(NameValidation.qualified(key), key, path + ".key", fieldErrors);
        } else if (!operator.equals("Exists")) {
            fieldErrors.invalid(
                    path + ".operator",
                    quoted(operator),
                    "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
        }
        if (JsonTree.has(toleration, "tolerationSeconds") && !effect.equals(TaintEffect.NO_EXECUTE)) {
            fieldErrors.invalid(
                    path + ".effect", quoted(effect), "effect must be 'NoExecute' when `tolerationSeconds` is set");
        }
        value(JsonTree.text(toleration, "value"), operator, path + ".operator", fieldErrors);
        if (!effect.isEmpty()) {
            FieldChecks.oneOf(effect, path + ".effect", EFFECTS, fieldErrors);
        }
    }

    private static void value(String value, String operator, String path, FieldErrors fieldErrors) {
        switch (operator) {
            case "", "Equal" -> {
                List<String> violations = NameValidation.labelValue(value);
                if (!violations.isEmpty()) {
                    fieldErrors.invalid(path, quoted(value), String.join(";", violations));
                }
            }
            case "Exists" -> {
                if (!value.isEmpty()) {
                    fieldErrors.invalid(path, quoted(value), "value must be empty when `operator` is 'Exists'");
                }
            }
            default -> fieldErrors.notSupported(path, quoted(operator), OPERATORS);
        }
    }
}
