package dev.stowage.apiserver.group.networking;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Ingresses, network policies and addresses.
public final class Networking {
    private Networking() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("networking.k8s.io", "io.k8s.api.networking", types);
        return List.of(
                Ingresses.classes(group),
                Ingresses.resource(group),
                ServiceAddresses.addresses(group),
                NetworkPolicies.resource(group),
                ServiceAddresses.ranges(group));
    }
}
