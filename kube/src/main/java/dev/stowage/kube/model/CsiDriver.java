package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import java.util.List;

/// A CSIDriver: what a driver wants of the cluster.
///
/// @param attaches whether its volumes are attached to nodes before they are used
/// @param tracksCapacity whether the scheduler shall look at the capacity that is left
/// @param modes `Persistent`, `Ephemeral` or both
/// @param nodeSettings what it wants of nodes
public record CsiDriver(
        ObjectMeta meta, boolean attaches, boolean tracksCapacity, List<String> modes, NodeSettings nodeSettings)
        implements KubeObject {

    /// What a driver wants of the nodes that mount its volumes.
    ///
    /// @param groupPolicy `None`, `File` or `ReadWriteOnceWithFSType`
    /// @param republishes whether volumes are published again and again, for the driver to renew their contents
    /// @param refreshSeconds how often the node asks how many volumes it bears; 0 for never
    public record NodeSettings(
            boolean wantsPodInfo,
            String groupPolicy,
            boolean republishes,
            List<TokenRequest> tokens,
            boolean tokensAmongSecrets,
            boolean mountsWithLabel,
            int refreshSeconds) {

        static NodeSettings read(JsonNode spec) {
            return new NodeSettings(
                    spec.path("podInfoOnMount").asBoolean(),
                    JsonFields.share(spec.path("fsGroupPolicy").asText("ReadWriteOnceWithFSType")),
                    spec.path("requiresRepublish").asBoolean(),
                    JsonFields.list(
                            spec.path("tokenRequests"),
                            token -> new TokenRequest(
                                    token.path("audience").asText(""),
                                    token.path("expirationSeconds").asLong(0))),
                    spec.path("serviceAccountTokenInSecrets").asBoolean(),
                    spec.path("seLinuxMount").asBoolean(),
                    spec.path("nodeAllocatableUpdatePeriodSeconds").asInt());
        }
    }

    /// A token of the pod's account for the driver.
    ///
    /// @param audience empty for the API server's own
    /// @param seconds how long it shall be good; 0 for the server's choice
    public record TokenRequest(String audience, long seconds) {}

    public static CsiDriver read(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new CsiDriver(
                ObjectMeta.read(object),
                spec.path("attachRequired").asBoolean(true),
                spec.path("storageCapacity").asBoolean(),
                JsonFields.texts(spec.path("volumeLifecycleModes")),
                NodeSettings.read(spec));
    }
}
