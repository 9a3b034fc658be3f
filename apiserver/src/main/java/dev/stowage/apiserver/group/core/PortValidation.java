package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.FieldNames;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Ports of containers.
final class PortValidation {
    static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");

    private PortValidation() {}

    static void validate(JsonNode ports, String list, Problems problems) {
        Set<String> names = new HashSet<>();
        int i = 0;
        for (JsonNode port : ports) {
            String path = list + "[" + i++ + "]";
            String name = Tree.text(port, "name");
            if (!name.isEmpty()) {
                List<String> mistakes = FieldNames.port(name);
                Checks.mistakes(mistakes, name, path + ".name", problems);
                if (mistakes.isEmpty() && !names.add(name)) {
                    problems.duplicate(path + ".name", quoted(name));
                }
            }
            long number = Cells.number(port, "containerPort");
            if (number == 0) {
                problems.required(path + ".containerPort", "");
            } else {
                number(number, path + ".containerPort", problems);
            }
            long host = Cells.number(port, "hostPort");
            if (host != 0) {
                number(host, path + ".hostPort", problems);
            }
            Checks.oneOf(Tree.text(port, "protocol"), path + ".protocol", PROTOCOLS, problems);
        }
    }

    static void number(long port, String path, Problems problems) {
        FieldNames.portNumber(port).forEach(mistake -> problems.invalid(path, Long.toString(port), mistake));
    }

    /// A number, or the name of a port.
    static void numberOrName(JsonNode port, String path, Problems problems) {
        if (port.isTextual()) {
            Checks.mistakes(FieldNames.port(port.asText()), port.asText(), path, problems);
        } else {
            number(port.asLong(), path, problems);
        }
    }

    /// Two containers of a pod cannot have the same port of the node.
    static void hostPorts(JsonNode containers, String list, Problems problems) {
        Set<String> taken = new HashSet<>();
        int i = 0;
        for (JsonNode container : containers) {
            String path = list + "[" + i++ + "].ports[";
            int j = 0;
            for (JsonNode port : Tree.list(container, "ports")) {
                String field = path + j++ + "].hostPort";
                long host = Cells.number(port, "hostPort");
                String place = "%s/%s/%d".formatted(Tree.text(port, "protocol"), Tree.text(port, "hostIP"), host);
                if (host != 0 && !taken.add(place)) {
                    problems.duplicate(field, quoted(place));
                }
            }
        }
    }

    /// In the network of the node, a port is that of the node.
    static void hostNetwork(JsonNode containers, String list, boolean isPod, Problems problems) {
        int i = 0;
        for (JsonNode container : containers) {
            String path = list + "[" + i++ + "].ports[";
            int j = 0;
            for (JsonNode port : Tree.list(container, "ports")) {
                String field = path + j++ + "].hostPort";
                long host = Cells.number(port, "hostPort");
                if ((isPod || host != 0) && host != Cells.number(port, "containerPort")) {
                    problems.invalid(
                            field, Long.toString(host), "must match `containerPort` when `hostNetwork` is true");
                }
            }
        }
    }
}
