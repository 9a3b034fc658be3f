package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.Labels;
import dev.stowage.apiserver.validation.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

final class ServiceValidation {
    private static final List<String> TYPES = List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
    private static final List<String> AFFINITIES = List.of("ClientIP", "None");

    private ServiceValidation() {}

    static void validate(ObjectNode service, Problems problems) {
        JsonNode spec = service.path("spec");
        String type = Tree.text(spec, "type");
        boolean headless = Tree.list(spec, "clusterIPs").path(0).asText("").equals("None");
        JsonNode ports = Tree.list(spec, "ports");
        if (ports.isEmpty() && !headless && !type.equals("ExternalName")) {
            problems.required("spec.ports", "");
        }
        if (headless && (type.equals("LoadBalancer") || type.equals("NodePort"))) {
            problems.invalid(
                    "spec.clusterIPs[0]", "\"None\"", "may not be set to 'None' for %s services".formatted(type));
        }
        if (type.equals("ExternalName")) {
            external(spec, problems);
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            port(ports.path(i), "spec.ports[" + i + "]", ports.size() > 1, names, problems);
        }
        Labels.validate(Tree.texts(spec, "selector"), "spec.selector", problems);
        Checks.oneOf(Tree.text(spec, "sessionAffinity"), "spec.sessionAffinity", AFFINITIES, problems);
        addresses(spec, type, problems);
        Checks.oneOf(type, "spec.type", TYPES, problems);
        portNumbers(ports, type, problems);
        if (!type.equals("LoadBalancer") && Tree.has(spec, "allocateLoadBalancerNodePorts")) {
            problems.forbidden("spec.allocateLoadBalancerNodePorts", "may only be used when `type` is 'LoadBalancer'");
        }
    }

    private static void external(JsonNode spec, Problems problems) {
        for (String field : List.of("clusterIPs", "ipFamilies", "ipFamilyPolicy")) {
            JsonNode value = spec.path(field);
            if (Tree.has(value) && !(value.isArray() && value.isEmpty())) {
                problems.forbidden("spec." + field, "may not be set for ExternalName services");
            }
        }
        String name = Tree.text(spec, "externalName");
        String plain = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        if (Checks.required(plain, "spec.externalName", problems)) {
            Checks.mistakes(Names.dnsSubdomain(plain), plain, "spec.externalName", problems);
        }
    }

    private static void port(JsonNode port, String path, boolean named, Set<String> names, Problems problems) {
        String name = Tree.text(port, "name");
        if (name.isEmpty()) {
            if (named) {
                problems.required(path + ".name", "");
            }
        } else {
            Checks.mistakes(Names.dnsLabel(name), name, path + ".name", problems);
            if (!names.add(name)) {
                problems.duplicate(path + ".name", quoted(name));
            }
        }
        PortValidation.number(Cells.number(port, "port"), path + ".port", problems);
        Checks.oneOf(Tree.text(port, "protocol"), path + ".protocol", PortValidation.PROTOCOLS, problems);
        PortValidation.numberOrName(port.path("targetPort"), path + ".targetPort", problems);
    }

    private static void portNumbers(JsonNode ports, String type, Problems problems) {
        Set<String> nodePorts = new HashSet<>();
        Set<String> seen = new HashSet<>();
        int i = 0;
        for (JsonNode port : ports) {
            String path = "spec.ports[" + i++ + "]";
            String protocol = Tree.text(port, "protocol");
            long nodePort = Cells.number(port, "nodePort");
            if (nodePort != 0 && type.equals("ClusterIP")) {
                problems.forbidden(path + ".nodePort", "may not be used when `type` is 'ClusterIP'");
            }
            if (nodePort != 0 && !nodePorts.add(protocol + nodePort)) {
                problems.duplicate(path + ".nodePort", Long.toString(nodePort));
            }
            long number = Cells.number(port, "port");
            if (!seen.add(protocol + number)) {
                problems.duplicate(
                        path,
                        "{\"Name\":\"\",\"Protocol\":%s,\"AppProtocol\":null,\"Port\":%d,\"TargetPort\":0,\"NodePort\":0}"
                                .formatted(quoted(protocol), number));
            }
        }
    }

    private static void addresses(JsonNode spec, String type, Problems problems) {
        if (type.equals("ExternalName")) {
            return;
        }
        JsonNode addresses = Tree.list(spec, "clusterIPs");
        String one = Tree.text(spec, "clusterIP");
        if (!one.isEmpty() && !addresses.path(0).asText("").equals(one)) {
            problems.invalid("spec.clusterIPs", addresses.toString(), "first value must match `clusterIP`");
        }
        int i = 0;
        for (JsonNode address : addresses) {
            String text = address.asText();
            String path = "spec.clusterIPs[" + i++ + "]";
            if (!text.equals("None") && !text.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")) {
                problems.invalid(path, quoted(text), "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
            }
        }
    }

    /// An address stays, but for services that never had one.
    static void sameAddress(JsonNode spec, JsonNode old, Problems problems) {
        if (Tree.text(spec, "type").equals("ExternalName")
                || Tree.text(old, "type").equals("ExternalName")) {
            return;
        }
        JsonNode now = Tree.list(spec, "clusterIPs");
        JsonNode before = Tree.list(old, "clusterIPs");
        if (before.isEmpty()) {
            return;
        }
        if (now.isEmpty()) {
            problems.invalid("spec.clusterIPs[0]", "null", "primary clusterIP can not be unset");
        } else if (!now.path(0).equals(before.path(0))) {
            problems.invalid("spec.clusterIPs[0]", now.toString(), "may not change once set");
        }
    }
}
