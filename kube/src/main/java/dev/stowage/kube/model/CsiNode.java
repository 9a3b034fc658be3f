package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A CSINode: what each driver calls the node.
public record CsiNode(ObjectMeta meta, List<Driver> drivers) implements KubeObject {

    /// @param limit the maximum number of volumes on the node; null for no limit
    public record Driver(
            String name,
            String nodeId,
            List<String> topologyKeys,
            @Nullable Integer limit) {}

    public static CsiNode read(JsonNode object) {
        return new CsiNode(
                ObjectMeta.read(object),
                JsonFields.list(
                        object.path("spec").path("drivers"),
                        driver -> new Driver(
                                JsonFields.shared(driver, "name"),
                                JsonFields.text(driver, "nodeID"),
                                JsonFields.texts(driver.path("topologyKeys")),
                                driver.path("allocatable").has("count")
                                        ? driver.path("allocatable")
                                                .path("count")
                                                .asInt()
                                        : null)));
    }

    public Optional<Driver> driver(String name) {
        return drivers.stream().filter(driver -> driver.name().equals(name)).findFirst();
    }
}
