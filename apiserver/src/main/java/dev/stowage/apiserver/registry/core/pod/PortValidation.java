package dev.stowage.apiserver.registry.core.pod;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.k8s.validation.FieldNameValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates container ports.
public final class PortValidation {
    public static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");

    private PortValidation() {}

    static void validate(JsonNode ports, String list, FieldErrors fieldErrors) {
        Set<String> names = new HashSet<>();
        int i = 0;
        for (JsonNode port : ports) {
            String path = list + "[" + i++ + "]";
            String name = JsonTree.text(port, "name");
            if (!name.isEmpty()) {
                List<String> violations = FieldNameValidation.port(name);
                FieldChecks.violations(violations, name, path + ".name", fieldErrors);
                if (violations.isEmpty() && !names.add(name)) {
                    fieldErrors.duplicate(path + ".name", quoted(name));
                }
            }
            long number = TableCells.number(port, "containerPort");
            if (number == 0) {
                fieldErrors.required(path + ".containerPort", "");
            } else {
                number(number, path + ".containerPort", fieldErrors);
            }
            long host = TableCells.number(port, "hostPort");
            if (host != 0) {
                number(host, path + ".hostPort", fieldErrors);
            }
            FieldChecks.oneOf(JsonTree.text(port, "protocol"), path + ".protocol", PROTOCOLS, fieldErrors);
        }
    }

    public static void number(long port, String path, FieldErrors fieldErrors) {
        FieldNameValidation.portNumber(port)
                .forEach(violation -> fieldErrors.invalid(path, Long.toString(port), violation));
    }

    /// A number, or the name of a port.
    public static void numberOrName(JsonNode port, String path, FieldErrors fieldErrors) {
        if (port.isTextual()) {
            FieldChecks.violations(FieldNameValidation.port(port.asText()), port.asText(), path, fieldErrors);
        } else {
            number(port.asLong(), path, fieldErrors);
        }
    }

    /// Two containers of a pod cannot use the same host port.
    static void hostPorts(JsonNode containers, String list, FieldErrors fieldErrors) {
        Set<String> taken = new HashSet<>();
        int i = 0;
        for (JsonNode container : containers) {
            String path = list + "[" + i++ + "].ports[";
            int j = 0;
            for (JsonNode port : JsonTree.list(container, "ports")) {
                String field = path + j++ + "].hostPort";
                long host = TableCells.number(port, "hostPort");
                String place =
                        "%s/%s/%d".formatted(JsonTree.text(port, "protocol"), JsonTree.text(port, "hostIP"), host);
                if (host != 0 && !taken.add(place)) {
                    fieldErrors.duplicate(field, quoted(place));
                }
            }
        }
    }

    /// With host network, each container port is also the host port.
    static void hostNetwork(JsonNode containers, String list, boolean isPod, FieldErrors fieldErrors) {
        int i = 0;
        for (JsonNode container : containers) {
            String path = list + "[" + i++ + "].ports[";
            int j = 0;
            for (JsonNode port : JsonTree.list(container, "ports")) {
                String field = path + j++ + "].hostPort";
                long host = TableCells.number(port, "hostPort");
                if ((isPod || host != 0) && host != TableCells.number(port, "containerPort")) {
                    fieldErrors.invalid(
                            field, Long.toString(host), "must match `containerPort` when `hostNetwork` is true");
                }
            }
        }
    }
}
