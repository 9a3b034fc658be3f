package dev.stowage.apiserver.apiextensions.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;

/// One rule of `x-kubernetes-validations`, not compiled.
///
/// @param path of the field that an error reports, relative to the value that the rule applies to
/// @param reason such as `FieldValueForbidden`; empty for an invalid value
/// @param optionalOld the rule runs without an old value too
record ValidationRule(
        String expression, String message, String messageExpression, String reason, String path, boolean optionalOld) {

    static ValidationRule of(JsonNode node) {
        return new ValidationRule(
                JsonTree.text(node, "rule"),
                JsonTree.text(node, "message"),
                JsonTree.text(node, "messageExpression"),
                JsonTree.text(node, "reason"),
                JsonTree.text(node, "fieldPath"),
                JsonTree.flag(node, "optionalOldSelf"));
    }
}
