package dev.stowage.apiserver.registry.core.pod;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.registry.TableCells;
import java.util.List;

/// Validates probes and lifecycle hooks of a container.
final class ProbeValidation {
    private static final List<String> HANDLERS = List.of("exec", "httpGet", "tcpSocket", "grpc", "sleep");
    private static final List<String> SECONDS =
            List.of("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold");
    private static final List<String> SCHEMES = List.of("HTTP", "HTTPS");

    private ProbeValidation() {}

    static void validate(JsonNode container, String path, FieldErrors fieldErrors) {
        for (String hook : new String[] {"postStart", "preStop"}) {
            JsonNode handler = JsonTree.at(container, "lifecycle", hook);
            if (JsonTree.has(handler)) {
                handler(handler, path + ".lifecycle." + hook, fieldErrors);
            }
        }
        probe(container, "livenessProbe", path, true, fieldErrors);
        probe(container, "readinessProbe", path, false, fieldErrors);
        probe(container, "startupProbe", path, true, fieldErrors);
    }

    private static void probe(JsonNode container, String name, String parent, boolean once, FieldErrors fieldErrors) {
        JsonNode probe = container.path(name);
        if (!JsonTree.has(probe)) {
            return;
        }
        String path = parent + "." + name;
        handler(probe, path, fieldErrors);
        SECONDS.forEach(field -> FieldChecks.notNegative(probe, field, path, fieldErrors));
        JsonNode grace = probe.path("terminationGracePeriodSeconds");
        if (grace.isNumber() && grace.asLong() <= 0) {
            fieldErrors.invalid(path + ".terminationGracePeriodSeconds", grace.asText(), "must be greater than 0");
        }
        long successes = TableCells.number(probe, "successThreshold");
        if (once && successes != 1) {
            fieldErrors.invalid(path + ".successThreshold", Long.toString(successes), "must be 1");
        }
    }

    private static void handler(JsonNode handler, String path, FieldErrors fieldErrors) {
        boolean found = false;
        for (String kind : HANDLERS) {
            if (!JsonTree.has(handler, kind)) {
                continue;
            }
            if (found) {
                fieldErrors.forbidden(path + "." + kind, "may not specify more than 1 handler type");
            } else {
                action(kind, handler.path(kind), path + "." + kind, fieldErrors);
            }
            found = true;
        }
        if (!found) {
            fieldErrors.required(path, "must specify a handler type");
        }
    }

    private static void action(String kind, JsonNode action, String path, FieldErrors fieldErrors) {
        switch (kind) {
            case "exec" -> {
                if (JsonTree.list(action, "command").isEmpty()) {
                    fieldErrors.required(path + ".command", "");
                }
            }
            case "httpGet" -> {
                FieldChecks.required(JsonTree.text(action, "path"), path + ".path", fieldErrors);
                PortValidation.numberOrName(action.path("port"), path + ".port", fieldErrors);
                String scheme = JsonTree.text(action, "scheme");
                if (!SCHEMES.contains(scheme)) {
                    fieldErrors.notSupported(path + ".scheme", quoted(scheme), SCHEMES);
                }
            }
            case "tcpSocket" -> PortValidation.numberOrName(action.path("port"), path + ".port", fieldErrors);
            case "grpc" -> PortValidation.number(TableCells.number(action, "port"), path + ".port", fieldErrors);
            default -> {}
        }
    }
}
