package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.Tree;

/// One of `x-kubernetes-validations`, as it is written.
///
/// @param path of the field that a failure is about, below the value that the rule stands at
/// @param reason such as `FieldValueForbidden`; empty for an invalid value
/// @param optionalOld the rule runs without an old value too
record Rule(
        String expression, String message, String messageExpression, String reason, String path, boolean optionalOld) {

    static Rule of(JsonNode node) {
        return new Rule(
                Tree.text(node, "rule"),
                Tree.text(node, "message"),
                Tree.text(node, "messageExpression"),
                Tree.text(node, "reason"),
                Tree.text(node, "fieldPath"),
                Tree.flag(node, "optionalOldSelf"));
    }
}
