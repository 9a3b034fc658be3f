package dev.stowage.apiserver.registry.core.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.StrategyContext;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Allocates cluster IPs of 10.96.0.0/16 and node ports. Thread-safe.
///
/// Used addresses and ports are read from the existing services. Those of a service that is not stored yet are
/// reserved for a while, so that two services created at once do not get the same ones.
final class ServiceAllocation {
    private static final String PREFIX = "10.96.";
    private static final int ADDRESSES = 1 << 16;
    private static final int FIRST_PORT = 30000;
    private static final int LAST_PORT = 32767;
    private static final Duration REMEMBERED = Duration.ofSeconds(5);

    private record Taken(String owner, Instant until) {}

    private final Map<String, Taken> given = new HashMap<>();
    private int nextAddress = 256;
    private int nextPort = FIRST_PORT;

    synchronized void allocate(ObjectNode service, StrategyContext context) throws ApiException {
        ObjectNode spec = JsonTree.ensure(service, "spec");
        if (JsonTree.text(spec, "type").equals("ExternalName")) {
            return;
        }
        String owner = owner(service);
        Set<String> taken = taken(owner, context);
        FieldErrors fieldErrors = new FieldErrors();
        address(spec, owner, taken, context.now(), fieldErrors);
        if (ServiceDefaults.hasNodePorts(spec)) {
            ports(spec, owner, taken, context.now(), fieldErrors);
        }
        if (!fieldErrors.isEmpty()) {
            throw ApiException.invalid("", "Service", JsonTree.text(service, "metadata", "name"), fieldErrors);
        }
    }

    private static String owner(JsonNode service) {
        return JsonTree.text(service, "metadata", "namespace") + "/" + JsonTree.text(service, "metadata", "name");
    }

    private Set<String> taken(String owner, StrategyContext context) {
        given.values().removeIf(each -> each.until().isBefore(context.now()));
        Set<String> taken = new HashSet<>();
        given.forEach((what, who) -> {
            if (!who.owner().equals(owner)) {
                taken.add(what);
            }
        });
        for (ObjectNode other : context.list("services", "")) {
            if (!owner(other).equals(owner)) {
                taken.add(JsonTree.text(other, "spec", "clusterIP"));
                JsonTree.list(other, "spec", "ports").forEach(port -> taken.add(portKey(port)));
            }
        }
        return taken;
    }

    private static String portKey(JsonNode port) {
        return JsonTree.text(port, "protocol") + "/" + TableCells.number(port, "nodePort");
    }

    private void address(ObjectNode spec, String owner, Set<String> taken, Instant now, FieldErrors fieldErrors) {
        String wanted = JsonTree.text(spec, "clusterIP");
        if (!JsonTree.has(spec, "ipFamilies")) {
            spec.putArray("ipFamilies").add("IPv4");
        }
        if (!JsonTree.has(spec, "ipFamilyPolicy")) {
            spec.put("ipFamilyPolicy", "SingleStack");
        }
        if (wanted.equals("None")) {
            return;
        }
        if (wanted.isEmpty()) {
            for (int tries = 0; tries < ADDRESSES && wanted.isEmpty(); tries++) {
                String candidate = PREFIX + (nextAddress >> 8) + "." + (nextAddress & 0xff);
                // Neither the network nor the broadcast address, nor the band for static allocation.
                nextAddress = nextAddress + 1 < ADDRESSES - 1 ? nextAddress + 1 : 256;
                wanted = taken.contains(candidate) ? "" : candidate;
            }
            spec.put("clusterIP", wanted).putArray("clusterIPs").add(wanted);
        } else if (taken.contains(wanted)) {
            refuse(wanted, "provided IP is already allocated", fieldErrors);
            return;
        } else if (isAddress(wanted) && !wanted.startsWith(PREFIX)) {
            refuse(wanted, "the provided network does not match the current range", fieldErrors);
            return;
        }
        given.put(wanted, new Taken(owner, now.plus(REMEMBERED)));
    }

    private static boolean isAddress(String text) {
        return text.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    }

    private static void refuse(String wanted, String why, FieldErrors fieldErrors) {
        fieldErrors.invalid(
                "spec.clusterIPs", "[\"" + wanted + "\"]", "failed to allocate IP %s: %s".formatted(wanted, why));
    }

    private void ports(ObjectNode spec, String owner, Set<String> taken, Instant now, FieldErrors fieldErrors) {
        int i = 0;
        for (JsonNode each : JsonTree.list(spec, "ports")) {
            String path = "spec.ports[" + i++ + "].nodePort";
            if (!(each instanceof ObjectNode port)) {
                continue;
            }
            long wanted = TableCells.number(port, "nodePort");
            if (wanted == 0) {
                for (int tries = FIRST_PORT; tries <= LAST_PORT && TableCells.number(port, "nodePort") == 0; tries++) {
                    port.put("nodePort", nextPort);
                    nextPort = nextPort < LAST_PORT ? nextPort + 1 : FIRST_PORT;
                    if (taken.contains(portKey(port))) {
                        port.remove("nodePort");
                    }
                }
            } else if (wanted < FIRST_PORT || wanted > LAST_PORT) {
                fieldErrors.invalid(
                        path,
                        Long.toString(wanted),
                        "provided port is not in the valid range. The range of valid ports is 30000-32767");
                continue;
            } else if (taken.contains(portKey(port))) {
                fieldErrors.invalid(path, Long.toString(wanted), "provided port is already allocated");
                continue;
            }
            given.put(portKey(port), new Taken(owner, now.plus(REMEMBERED)));
        }
    }
}
