package dev.stowage.apiserver.registry.core.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.k8s.validation.NameValidator;
import java.util.List;

/// The strategy of services. It allocates cluster IPs and node ports, but nothing routes traffic to them.
public final class ServiceStrategy implements ResourceStrategy {
    private static final List<String> FAMILIES = List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy");

    private final ServiceAllocation allocation = new ServiceAllocation();

    public static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("Service", "services")
                .shortNames("svc")
                .categories("all")
                .status(StatusStrategy.TAKES_METADATA)
                .part("proxy", "ServiceProxyOptions", Verb.CREATE, Verb.DELETE, Verb.GET, Verb.PATCH, Verb.UPDATE)
                .selectable("spec.clusterIP", "spec.type")
                .strategy(new ServiceStrategy())
                .columns(ServiceColumns.table())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        ServiceDefaults.set(JsonTree.ensure(object, "spec"));
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) throws ApiException {
        object.remove("status");
        JsonTree.ensure(object, "status", "loadBalancer");
        ServiceDefaults.mirrorAddress(JsonTree.ensure(object, "spec"));
        allocation.allocate(object, context);
    }

    @Override
    public void prepareForUpdate(ObjectNode object, ObjectNode old, StrategyContext context) throws ApiException {
        ObjectNode spec = JsonTree.ensure(object, "spec");
        JsonNode before = old.path("spec");
        boolean external = JsonTree.text(spec, "type").equals("ExternalName");
        if (external) {
            for (String field : FAMILIES) {
                if (spec.path(field).equals(before.path(field))) {
                    spec.remove(field);
                }
            }
        } else if (!JsonTree.text(before, "type").equals("ExternalName")) {
            // An update without an address keeps the old one.
            for (String field : FAMILIES) {
                if (!JsonTree.has(spec, field) && JsonTree.has(before, field)) {
                    spec.set(field, before.path(field).deepCopy());
                }
            }
            keepNodePorts(spec, before);
        }
        ServiceDefaults.dropUnused(spec, before);
        ServiceDefaults.mirrorAddress(spec);
        allocation.allocate(object, context);
    }

    private static void keepNodePorts(ObjectNode spec, JsonNode before) {
        if (!ServiceDefaults.hasNodePorts(spec) || !ServiceDefaults.hasNodePorts(before)) {
            return;
        }
        for (JsonNode port : JsonTree.list(spec, "ports")) {
            for (JsonNode old : JsonTree.list(before, "ports")) {
                if (port instanceof ObjectNode one
                        && !JsonTree.has(one, "nodePort")
                        && JsonTree.has(old, "nodePort")
                        && one.path("port").equals(old.path("port"))
                        && one.path("protocol").equals(old.path("protocol"))) {
                    one.set("nodePort", old.path("nodePort"));
                }
            }
        }
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        ServiceValidation.validate(object, fieldErrors);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        ServiceValidation.sameAddress(object.path("spec"), old.path("spec"), fieldErrors);
        ServiceValidation.validate(object, fieldErrors);
    }

    @Override
    public NameValidator nameValidator() {
        return NameValidator.DNS_LABEL;
    }

    @Override
    public boolean createsOnUpdate() {
        return true;
    }
}
