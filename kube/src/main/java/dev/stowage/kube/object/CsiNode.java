package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A CSINode: what each driver calls the node.
public record CsiNode(Meta meta, List<Driver> drivers) implements KubeObject {

    /// @param limit how many volumes the node bears; null for no limit
    public record Driver(
            String name,
            String nodeId,
            List<String> topologyKeys,
            @Nullable Integer limit) {}

    public static CsiNode read(JsonNode object) {
        return new CsiNode(
                Meta.read(object),
                Fields.list(
                        object.path("spec").path("drivers"),
                        driver -> new Driver(
                                Fields.shared(driver, "name"),
                                Fields.text(driver, "nodeID"),
                                Fields.texts(driver.path("topologyKeys")),
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
