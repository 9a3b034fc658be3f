package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import java.util.List;

/// A CSIDriver: how the cluster treats the volumes of a driver.
///
/// @param attaches whether its volumes are attached to nodes before they are used
/// @param tracksCapacity whether the scheduler checks the free capacity
/// @param modes `Persistent`, `Ephemeral` or both
/// @param nodeSettings its settings for nodes
public record CsiDriver(
        ObjectMeta meta, boolean attaches, boolean tracksCapacity, List<String> modes, NodeSettings nodeSettings)
        implements KubeObject {

    /// A driver's settings for the nodes that mount its volumes.
    ///
    /// @param groupPolicy `None`, `File` or `ReadWriteOnceWithFSType`
    /// @param republishes whether volumes are published periodically, so that the driver can renew their
    ///     contents
    /// @param refreshSeconds how often the node queries its volume limit; 0 for never
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

    /// A token of the pod's service account for the driver.
    ///
    /// @param audience empty for the API server's own
    /// @param seconds its lifetime; 0 for the server's default
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
