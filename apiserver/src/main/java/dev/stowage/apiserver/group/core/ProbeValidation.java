package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.json.Tree;
import java.util.List;

/// How it is found out whether a container lives, and what runs when it starts and stops.
final class ProbeValidation {
    private static final List<String> HANDLERS = List.of("exec", "httpGet", "tcpSocket", "grpc", "sleep");
    private static final List<String> SECONDS =
            List.of("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold");
    private static final List<String> SCHEMES = List.of("HTTP", "HTTPS");

    private ProbeValidation() {}

    static void validate(JsonNode container, String path, Problems problems) {
        for (String hook : new String[] {"postStart", "preStop"}) {
            JsonNode handler = Tree.at(container, "lifecycle", hook);
            if (Tree.has(handler)) {
                handler(handler, path + ".lifecycle." + hook, problems);
            }
        }
        probe(container, "livenessProbe", path, true, problems);
        probe(container, "readinessProbe", path, false, problems);
        probe(container, "startupProbe", path, true, problems);
    }

    private static void probe(JsonNode container, String name, String parent, boolean once, Problems problems) {
        JsonNode probe = container.path(name);
        if (!Tree.has(probe)) {
            return;
        }
        String path = parent + "." + name;
        handler(probe, path, problems);
        SECONDS.forEach(field -> Checks.notNegative(probe, field, path, problems));
        JsonNode grace = probe.path("terminationGracePeriodSeconds");
        if (grace.isNumber() && grace.asLong() <= 0) {
            problems.invalid(path + ".terminationGracePeriodSeconds", grace.asText(), "must be greater than 0");
        }
        long successes = Cells.number(probe, "successThreshold");
        if (once && successes != 1) {
            problems.invalid(path + ".successThreshold", Long.toString(successes), "must be 1");
        }
    }

    private static void handler(JsonNode handler, String path, Problems problems) {
        boolean found = false;
        for (String kind : HANDLERS) {
            if (!Tree.has(handler, kind)) {
                continue;
            }
            if (found) {
                problems.forbidden(path + "." + kind, "may not specify more than 1 handler type");
            } else {
                action(kind, handler.path(kind), path + "." + kind, problems);
            }
            found = true;
        }
        if (!found) {
            problems.required(path, "must specify a handler type");
        }
    }

    private static void action(String kind, JsonNode action, String path, Problems problems) {
        switch (kind) {
            case "exec" -> {
                if (Tree.list(action, "command").isEmpty()) {
                    problems.required(path + ".command", "");
                }
            }
            case "httpGet" -> {
                Checks.required(Tree.text(action, "path"), path + ".path", problems);
                PortValidation.numberOrName(action.path("port"), path + ".port", problems);
                String scheme = Tree.text(action, "scheme");
                if (!SCHEMES.contains(scheme)) {
                    problems.notSupported(path + ".scheme", quoted(scheme), SCHEMES);
                }
            }
            case "tcpSocket" -> PortValidation.numberOrName(action.path("port"), path + ".port", problems);
            case "grpc" -> PortValidation.number(Cells.number(action, "port"), path + ".port", problems);
            default -> {}
        }
    }
}
