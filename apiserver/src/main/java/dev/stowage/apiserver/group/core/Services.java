package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.NameRule;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.resource.Verb;
import java.util.List;

/// Services. Their addresses and ports are given out here; nothing routes to them.
final class Services implements Strategy {
    private static final List<String> FAMILIES = List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy");

    private final ServiceAllocation allocation = new ServiceAllocation();

    static Resource resource(Group group) {
        return group.resource("Service", "services")
                .shortNames("svc")
                .categories("all")
                .status(StatusRule.TAKES_METADATA)
                .part("proxy", "ServiceProxyOptions", Verb.CREATE, Verb.DELETE, Verb.GET, Verb.PATCH, Verb.UPDATE)
                .selectable("spec.clusterIP", "spec.type")
                .strategy(new Services())
                .columns(ServiceColumns.table())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        ServiceDefaults.set(Tree.ensure(object, "spec"));
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) throws ApiException {
        object.remove("status");
        Tree.ensure(object, "status", "loadBalancer");
        ServiceDefaults.mirrorAddress(Tree.ensure(object, "spec"));
        allocation.allocate(object, around);
    }

    @Override
    public void updating(ObjectNode object, ObjectNode old, Surroundings around) throws ApiException {
        ObjectNode spec = Tree.ensure(object, "spec");
        JsonNode before = old.path("spec");
        boolean external = Tree.text(spec, "type").equals("ExternalName");
        if (external) {
            for (String field : FAMILIES) {
                if (spec.path(field).equals(before.path(field))) {
                    spec.remove(field);
                }
            }
        } else if (!Tree.text(before, "type").equals("ExternalName")) {
            // Who does not mention an address keeps it.
            for (String field : FAMILIES) {
                if (!Tree.has(spec, field) && Tree.has(before, field)) {
                    spec.set(field, before.path(field).deepCopy());
                }
            }
            keepNodePorts(spec, before);
        }
        ServiceDefaults.dropUnused(spec, before);
        ServiceDefaults.mirrorAddress(spec);
        allocation.allocate(object, around);
    }

    private static void keepNodePorts(ObjectNode spec, JsonNode before) {
        if (!ServiceDefaults.hasNodePorts(spec) || !ServiceDefaults.hasNodePorts(before)) {
            return;
        }
        for (JsonNode port : Tree.list(spec, "ports")) {
            for (JsonNode old : Tree.list(before, "ports")) {
                if (port instanceof ObjectNode one
                        && !Tree.has(one, "nodePort")
                        && Tree.has(old, "nodePort")
                        && one.path("port").equals(old.path("port"))
                        && one.path("protocol").equals(old.path("protocol"))) {
                    one.set("nodePort", old.path("nodePort"));
                }
            }
        }
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        ServiceValidation.validate(object, problems);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        ServiceValidation.sameAddress(object.path("spec"), old.path("spec"), problems);
        ServiceValidation.validate(object, problems);
    }

    @Override
    public NameRule nameRule() {
        return NameRule.LABEL;
    }

    @Override
    public boolean createsOnUpdate() {
        return true;
    }
}
