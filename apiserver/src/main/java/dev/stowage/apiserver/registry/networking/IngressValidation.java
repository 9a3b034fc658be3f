package dev.stowage.apiserver.registry.networking;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.k8s.validation.FieldNameValidation;
import dev.stowage.k8s.validation.NameValidation;
import java.util.List;

final class IngressValidation {
    private static final List<String> TYPES = List.of("Exact", "ImplementationSpecific", "Prefix");
    private static final List<String> SEQUENCES = List.of("//", "/./", "/../", "%2f", "%2F");
    private static final List<String> ENDS = List.of("/..", "/.");

    private IngressValidation() {}

    static void validate(JsonNode spec, FieldErrors fieldErrors) {
        JsonNode rules = JsonTree.list(spec, "rules");
        if (rules.isEmpty() && !JsonTree.has(spec, "defaultBackend")) {
            fieldErrors.invalid("spec", "null", "either `defaultBackend` or `rules` must be specified");
        }
        if (JsonTree.has(spec, "defaultBackend")) {
            backend(spec.path("defaultBackend"), "spec.defaultBackend", fieldErrors);
        }
        for (int i = 0; i < rules.size(); i++) {
            rule(rules.path(i), "spec.rules[" + i + "]", fieldErrors);
        }
        String name = JsonTree.text(spec, "ingressClassName");
        if (!name.isEmpty()) {
            FieldChecks.violations(NameValidation.dnsSubdomain(name), name, "spec.ingressClassName", fieldErrors);
        }
    }

    private static void rule(JsonNode rule, String path, FieldErrors fieldErrors) {
        String host = JsonTree.text(rule, "host");
        if (!host.isEmpty()) {
            String plain = host.startsWith("*.") ? host.substring(2) : host;
            FieldChecks.violations(NameValidation.dnsSubdomain(plain), host, path + ".host", fieldErrors);
        }
        if (!JsonTree.has(rule, "http")) {
            return;
        }
        JsonNode paths = JsonTree.list(rule, "http", "paths");
        if (paths.isEmpty()) {
            fieldErrors.required(path + ".http.paths", "");
        }
        for (int i = 0; i < paths.size(); i++) {
            path(paths.path(i), path + ".http.paths[" + i + "]", fieldErrors);
        }
    }

    private static void path(JsonNode node, String path, FieldErrors fieldErrors) {
        String type = JsonTree.text(node, "pathType");
        String value = JsonTree.text(node, "path");
        if (type.isEmpty()) {
            fieldErrors.required(path + ".pathType", "pathType must be specified");
            return;
        }
        if (!TYPES.contains(type)) {
            fieldErrors.notSupported(path + ".pathType", quoted(type), TYPES);
        } else {
            boolean free = type.equals("ImplementationSpecific");
            if (!value.startsWith("/") && !(free && value.isEmpty())) {
                fieldErrors.invalid(path + ".path", quoted(value), "must be an absolute path");
            }
            if (!free) {
                plain(value, path + ".path", fieldErrors);
            }
        }
        backend(node.path("backend"), path + ".backend", fieldErrors);
    }

    private static void plain(String value, String path, FieldErrors fieldErrors) {
        for (String sequence : SEQUENCES) {
            if (value.contains(sequence)) {
                fieldErrors.invalid(path, quoted(value), "must not contain '%s'".formatted(sequence));
            }
        }
        for (String end : ENDS) {
            if (value.endsWith(end)) {
                fieldErrors.invalid(path, quoted(value), "cannot end with '%s'".formatted(end));
            }
        }
    }

    private static void backend(JsonNode backend, String path, FieldErrors fieldErrors) {
        boolean service = JsonTree.has(backend, "service");
        boolean resource = JsonTree.has(backend, "resource");
        if (service && resource) {
            fieldErrors.invalid(path, "\"\"", "cannot set both resource and service backends");
        } else if (service) {
            service(backend.path("service"), path, fieldErrors);
        } else if (!resource) {
            fieldErrors.invalid(path, "\"\"", "resource or service backend is required");
        }
    }

    private static void service(JsonNode service, String path, FieldErrors fieldErrors) {
        String name = JsonTree.text(service, "name");
        if (FieldChecks.required(name, path + ".service.name", fieldErrors)) {
            FieldChecks.violations(NameValidation.dnsLabel(name), name, path + ".service.name", fieldErrors);
        }
        String port = JsonTree.text(service, "port", "name");
        long number = TableCells.number(service, "port", "number");
        if (!port.isEmpty() && number != 0) {
            fieldErrors.invalid(path, "\"\"", "cannot set both port name & port number");
        } else if (!port.isEmpty()) {
            FieldChecks.violations(FieldNameValidation.port(port), port, path + ".service.port.name", fieldErrors);
        } else if (number != 0) {
            FieldNameValidation.portNumber(number)
                    .forEach(violation ->
                            fieldErrors.invalid(path + ".service.port.number", Long.toString(number), violation));
        } else {
            fieldErrors.required(path, "port name or number is required");
        }
    }
}
