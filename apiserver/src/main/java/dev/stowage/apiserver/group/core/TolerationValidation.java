package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.Names;
import java.util.List;

/// Which taints of nodes a pod bears.
final class TolerationValidation {
    static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
    private static final List<String> OPERATORS = List.of("Equal", "Exists");

    private TolerationValidation() {}

    static void validate(JsonNode tolerations, String list, Problems problems) {
        int i = 0;
        for (JsonNode toleration : tolerations) {
            validateOne(toleration, list + "[" + i++ + "]", problems);
        }
    }

    private static void validateOne(JsonNode toleration, String path, Problems problems) {
        String key = Tree.text(toleration, "key");
        String operator = Tree.text(toleration, "operator");
        String effect = Tree.text(toleration, "effect");
        if (!key.isEmpty()) {
            Checks.mistakes(Names.qualified(key), key, path + ".key", problems);
        } else if (!operator.equals("Exists")) {
            problems.invalid(
                    path + ".operator",
                    quoted(operator),
                    "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
        }
        if (Tree.has(toleration, "tolerationSeconds") && !effect.equals("NoExecute")) {
            problems.invalid(
                    path + ".effect", quoted(effect), "effect must be 'NoExecute' when `tolerationSeconds` is set");
        }
        value(Tree.text(toleration, "value"), operator, path + ".operator", problems);
        if (!effect.isEmpty()) {
            Checks.oneOf(effect, path + ".effect", EFFECTS, problems);
        }
    }

    private static void value(String value, String operator, String path, Problems problems) {
        switch (operator) {
            case "", "Equal" -> {
                List<String> mistakes = Names.labelValue(value);
                if (!mistakes.isEmpty()) {
                    problems.invalid(path, quoted(value), String.join(";", mistakes));
                }
            }
            case "Exists" -> {
                if (!value.isEmpty()) {
                    problems.invalid(path, quoted(value), "value must be empty when `operator` is 'Exists'");
                }
            }
            default -> problems.notSupported(path, quoted(operator), OPERATORS);
        }
    }
}
