package dev.stowage.apiserver.group.networking;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.FieldNames;
import dev.stowage.apiserver.validation.Names;
import java.util.List;

final class IngressValidation {
    private static final List<String> TYPES = List.of("Exact", "ImplementationSpecific", "Prefix");
    private static final List<String> SEQUENCES = List.of("//", "/./", "/../", "%2f", "%2F");
    private static final List<String> ENDS = List.of("/..", "/.");

    private IngressValidation() {}

    static void validate(JsonNode spec, Problems problems) {
        JsonNode rules = Tree.list(spec, "rules");
        if (rules.isEmpty() && !Tree.has(spec, "defaultBackend")) {
            problems.invalid("spec", "null", "either `defaultBackend` or `rules` must be specified");
        }
        if (Tree.has(spec, "defaultBackend")) {
            backend(spec.path("defaultBackend"), "spec.defaultBackend", problems);
        }
        for (int i = 0; i < rules.size(); i++) {
            rule(rules.path(i), "spec.rules[" + i + "]", problems);
        }
        String name = Tree.text(spec, "ingressClassName");
        if (!name.isEmpty()) {
            Checks.mistakes(Names.dnsSubdomain(name), name, "spec.ingressClassName", problems);
        }
    }

    private static void rule(JsonNode rule, String path, Problems problems) {
        String host = Tree.text(rule, "host");
        if (!host.isEmpty()) {
            String plain = host.startsWith("*.") ? host.substring(2) : host;
            Checks.mistakes(Names.dnsSubdomain(plain), host, path + ".host", problems);
        }
        if (!Tree.has(rule, "http")) {
            return;
        }
        JsonNode paths = Tree.list(rule, "http", "paths");
        if (paths.isEmpty()) {
            problems.required(path + ".http.paths", "");
        }
        for (int i = 0; i < paths.size(); i++) {
            path(paths.path(i), path + ".http.paths[" + i + "]", problems);
        }
    }

    private static void path(JsonNode node, String path, Problems problems) {
        String type = Tree.text(node, "pathType");
        String value = Tree.text(node, "path");
        if (type.isEmpty()) {
            problems.required(path + ".pathType", "pathType must be specified");
            return;
        }
        if (!TYPES.contains(type)) {
            problems.notSupported(path + ".pathType", quoted(type), TYPES);
        } else {
            boolean free = type.equals("ImplementationSpecific");
            if (!value.startsWith("/") && !(free && value.isEmpty())) {
                problems.invalid(path + ".path", quoted(value), "must be an absolute path");
            }
            if (!free) {
                plain(value, path + ".path", problems);
            }
        }
        backend(node.path("backend"), path + ".backend", problems);
    }

    private static void plain(String value, String path, Problems problems) {
        for (String sequence : SEQUENCES) {
            if (value.contains(sequence)) {
                problems.invalid(path, quoted(value), "must not contain '%s'".formatted(sequence));
            }
        }
        for (String end : ENDS) {
            if (value.endsWith(end)) {
                problems.invalid(path, quoted(value), "cannot end with '%s'".formatted(end));
            }
        }
    }

    private static void backend(JsonNode backend, String path, Problems problems) {
        boolean service = Tree.has(backend, "service");
        boolean resource = Tree.has(backend, "resource");
        if (service && resource) {
            problems.invalid(path, "\"\"", "cannot set both resource and service backends");
        } else if (service) {
            service(backend.path("service"), path, problems);
        } else if (!resource) {
            problems.invalid(path, "\"\"", "resource or service backend is required");
        }
    }

    private static void service(JsonNode service, String path, Problems problems) {
        String name = Tree.text(service, "name");
        if (Checks.required(name, path + ".service.name", problems)) {
            Checks.mistakes(Names.dnsLabel(name), name, path + ".service.name", problems);
        }
        String port = Tree.text(service, "port", "name");
        long number = Cells.number(service, "port", "number");
        if (!port.isEmpty() && number != 0) {
            problems.invalid(path, "\"\"", "cannot set both port name & port number");
        } else if (!port.isEmpty()) {
            Checks.mistakes(FieldNames.port(port), port, path + ".service.port.name", problems);
        } else if (number != 0) {
            FieldNames.portNumber(number)
                    .forEach(
                            mistake -> problems.invalid(path + ".service.port.number", Long.toString(number), mistake));
        } else {
            problems.required(path, "port name or number is required");
        }
    }
}
