package dev.stowage.apiserver.group.node;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Classes of container runtimes.
public final class Node {
    private Node() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("node.k8s.io", "io.k8s.api.node", types);
        return List.of(RuntimeClasses.resource(group));
    }
}
