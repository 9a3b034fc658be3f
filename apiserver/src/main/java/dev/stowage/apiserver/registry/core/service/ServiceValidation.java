package dev.stowage.apiserver.registry.core.service;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.registry.core.pod.PortValidation;
import dev.stowage.apiserver.validation.LabelValidation;
import dev.stowage.k8s.validation.NameValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

final class ServiceValidation {
    private static final List<String> TYPES = List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
    private static final List<String> AFFINITIES = List.of("ClientIP", "None");

    private ServiceValidation() {}

    static void validate(ObjectNode service, FieldErrors fieldErrors) {
        JsonNode spec = service.path("spec");
        String type = JsonTree.text(spec, "type");
        boolean headless = JsonTree.list(spec, "clusterIPs").path(0).asText("").equals("None");
        JsonNode ports = JsonTree.list(spec, "ports");
        if (ports.isEmpty() && !headless && !type.equals("ExternalName")) {
            fieldErrors.required("spec.ports", "");
        }
        if (headless && (type.equals("LoadBalancer") || type.equals("NodePort"))) {
            fieldErrors.invalid(
                    "spec.clusterIPs[0]", "\"None\"", "may not be set to 'None' for %s services".formatted(type));
        }
        if (type.equals("ExternalName")) {
            external(spec, fieldErrors);
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            port(ports.path(i), "spec.ports[" + i + "]", ports.size() > 1, names, fieldErrors);
        }
        LabelValidation.validate(JsonTree.texts(spec, "selector"), "spec.selector", fieldErrors);
        FieldChecks.oneOf(JsonTree.text(spec, "sessionAffinity"), "spec.sessionAffinity", AFFINITIES, fieldErrors);
        addresses(spec, type, fieldErrors);
        FieldChecks.oneOf(type, "spec.type", TYPES, fieldErrors);
        portNumbers(ports, type, fieldErrors);
        if (!type.equals("LoadBalancer") && JsonTree.has(spec, "allocateLoadBalancerNodePorts")) {
            fieldErrors.forbidden(
                    "spec.allocateLoadBalancerNodePorts", "may only be used when `type` is 'LoadBalancer'");
        }
    }

    private static void external(JsonNode spec, FieldErrors fieldErrors) {
        for (String field : List.of("clusterIPs", "ipFamilies", "ipFamilyPolicy")) {
            JsonNode value = spec.path(field);
            if (JsonTree.has(value) && !(value.isArray() && value.isEmpty())) {
                fieldErrors.forbidden("spec." + field, "may not be set for ExternalName services");
            }
        }
        String name = JsonTree.text(spec, "externalName");
        String plain = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        if (FieldChecks.required(plain, "spec.externalName", fieldErrors)) {
            FieldChecks.violations(NameValidation.dnsSubdomain(plain), plain, "spec.externalName", fieldErrors);
        }
    }

    private static void port(JsonNode port, String path, boolean named, Set<String> names, FieldErrors fieldErrors) {
        String name = JsonTree.text(port, "name");
        if (name.isEmpty()) {
            if (named) {
                fieldErrors.required(path + ".name", "");
            }
        } else {
            FieldChecks.violations(NameValidation.dnsLabel(name), name, path + ".name", fieldErrors);
            if (!names.add(name)) {
                fieldErrors.duplicate(path + ".name", quoted(name));
            }
        }
        PortValidation.number(TableCells.number(port, "port"), path + ".port", fieldErrors);
        FieldChecks.oneOf(JsonTree.text(port, "protocol"), path + ".protocol", PortValidation.PROTOCOLS, fieldErrors);
        PortValidation.numberOrName(port.path("targetPort"), path + ".targetPort", fieldErrors);
    }

    private static void portNumbers(JsonNode ports, String type, FieldErrors fieldErrors) {
        Set<String> nodePorts = new HashSet<>();
        Set<String> seen = new HashSet<>();
        int i = 0;
        for (JsonNode port : ports) {
            String path = "spec.ports[" + i++ + "]";
            String protocol = JsonTree.text(port, "protocol");
            long nodePort = TableCells.number(port, "nodePort");
            if (nodePort != 0 && type.equals("ClusterIP")) {
                fieldErrors.forbidden(path + ".nodePort", "may not be used when `type` is 'ClusterIP'");
            }
            if (nodePort != 0 && !nodePorts.add(protocol + nodePort)) {
                fieldErrors.duplicate(path + ".nodePort", Long.toString(nodePort));
            }
            long number = TableCells.number(port, "port");
            if (!seen.add(protocol + number)) {
                fieldErrors.duplicate(
                        path,
                        "{\"Name\":\"\",\"Protocol\":%s,\"AppProtocol\":null,\"Port\":%d,\"TargetPort\":0,\"NodePort\":0}"
                                .formatted(quoted(protocol), number));
            }
        }
    }

    private static void addresses(JsonNode spec, String type, FieldErrors fieldErrors) {
        if (type.equals("ExternalName")) {
            return;
        }
        JsonNode addresses = JsonTree.list(spec, "clusterIPs");
        String one = JsonTree.text(spec, "clusterIP");
        if (!one.isEmpty() && !addresses.path(0).asText("").equals(one)) {
            fieldErrors.invalid("spec.clusterIPs", addresses.toString(), "first value must match `clusterIP`");
        }
        int i = 0;
        for (JsonNode address : addresses) {
            String text = address.asText();
            String path = "spec.clusterIPs[" + i++ + "]";
            if (!text.equals("None") && !text.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")) {
                fieldErrors.invalid(
                        path, quoted(text), "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
            }
        }
    }

    /// The primary cluster IP is immutable once set, except for a change from or to type ExternalName.
    static void sameAddress(JsonNode spec, JsonNode old, FieldErrors fieldErrors) {
        if (JsonTree.text(spec, "type").equals("ExternalName")
                || JsonTree.text(old, "type").equals("ExternalName")) {
            return;
        }
        JsonNode now = JsonTree.list(spec, "clusterIPs");
        JsonNode before = JsonTree.list(old, "clusterIPs");
        if (before.isEmpty()) {
            return;
        }
        if (now.isEmpty()) {
            fieldErrors.invalid("spec.clusterIPs[0]", "null", "primary clusterIP can not be unset");
        } else if (!now.path(0).equals(before.path(0))) {
            fieldErrors.invalid("spec.clusterIPs[0]", now.toString(), "may not change once set");
        }
    }
}
