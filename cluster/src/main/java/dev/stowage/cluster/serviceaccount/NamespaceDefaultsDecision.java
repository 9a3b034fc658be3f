package dev.stowage.cluster.serviceaccount;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.ConfigMap;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Namespace;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a namespace still needs.
final class NamespaceDefaultsDecision {
    static final String ACCOUNT = "default";
    static final String MAP = "kube-root-ca.crt";
    private static final String FIELD = "ca.crt";
    private static final String DESCRIPTION = "kubernetes.io/description";
    private static final String TEXT =
            "Who signs the certificate of the API server, for pods that reach it at its address inside the cluster.";

    private NamespaceDefaultsDecision() {}

    private static boolean isActive(Namespace namespace) {
        return !namespace.isBeingDeleted() && namespace.phase().equals("Active");
    }

    static List<ClusterAction> account(Namespace namespace, boolean there) {
        if (there || !isActive(namespace)) {
            return List.of();
        }
        ObjectNode account = Json.object();
        account.putObject("metadata").put("name", ACCOUNT);
        return List.of(new ClusterAction.Create<>(
                Kinds.SERVICE_ACCOUNTS, namespace.meta().name(), account));
    }

    /// @param authority CA certificates in PEM
    static List<ClusterAction> map(Namespace namespace, Optional<ConfigMap> there, String authority) {
        if (!isActive(namespace)) {
            return List.of();
        }
        ObjectNode wanted = Json.object();
        ObjectNode meta = wanted.putObject("metadata");
        meta.putObject("annotations").put(DESCRIPTION, TEXT);
        wanted.putObject("data").put(FIELD, authority);
        if (there.isEmpty()) {
            meta.put("name", MAP);
            return List.of(new ClusterAction.Create<>(
                    Kinds.CONFIG_MAPS, namespace.meta().name(), wanted));
        }
        ConfigMap map = there.get();
        boolean right = map.data().equals(Map.of(FIELD, authority))
                && !map.meta().annotation(DESCRIPTION).isEmpty();
        if (right || map.isBeingDeleted()) {
            return List.of();
        }
        map.data().keySet().stream()
                .filter(field -> !field.equals(FIELD))
                .forEach(field -> wanted.withObject("/data").putNull(field));
        return List.of(new ClusterAction.PatchObject<>(
                Kinds.CONFIG_MAPS, map, Patch.merge(wanted).onlyIfUnchanged(map)));
    }
}
