package dev.stowage.sidecar.capacity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.util.Locale;
import java.util.Optional;

/// The owner of the CSIStorageCapacity objects: they are deleted with it.
record CapacityOwner(String apiVersion, String kind, String name, String uid) {

    /// Follows the controller references up from a pod. The last owner is not read, because we may not be
    /// allowed to.
    ///
    /// @param levels 0 for the pod itself
    static CapacityOwner above(KubeClient api, String namespace, String pod, int levels)
            throws ApiFailure, InterruptedException {
        String apiVersion = "v1";
        String kind = "Pod";
        String name = pod;
        for (int level = levels; ; level--) {
            Kind<PartialObjectMetadata> type = kind(apiVersion, kind);
            ObjectMeta meta = type.read(api.get(type, namespace, name)).meta();
            if (level == 0) {
                return new CapacityOwner(apiVersion, kind, name, meta.uid());
            }
            Optional<ObjectMeta.OwnerReference> controller = meta.ownerReferences().stream()
                    .filter(ObjectMeta.OwnerReference::controller)
                    .findFirst();
            if (controller.isEmpty()) {
                throw new ApiFailure(
                        404,
                        "NotFound",
                        kind + " " + namespace + "/" + name
                                + " has no controlling owner (lower --capacity-ownerref-level)",
                        null);
            }
            ObjectMeta.OwnerReference next = controller.get();
            if (level == 1) {
                return new CapacityOwner(next.apiVersion(), next.kind(), next.name(), next.uid());
            }
            apiVersion = next.apiVersion();
            kind = next.kind();
            name = next.name();
        }
    }

    private static Kind<PartialObjectMetadata> kind(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : apiVersion.substring(0, slash);
        String plural = plural(kind.toLowerCase(Locale.ROOT));
        return new Kind<>(group, apiVersion.substring(slash + 1), plural, kind, true, PartialObjectMetadata::read);
    }

    private static String plural(String singular) {
        if (singular.endsWith("s")) {
            return singular + "es";
        }
        return singular.endsWith("y") ? singular.substring(0, singular.length() - 1) + "ies" : singular + "s";
    }

    boolean owns(CsiStorageCapacity object) {
        return object.meta().ownerReferences().stream()
                .anyMatch(ownerReference ->
                        ownerReference.controller() && ownerReference.uid().equals(uid));
    }

    void writeTo(ObjectNode metadata) {
        metadata.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", apiVersion)
                .put("kind", kind)
                .put("name", name)
                .put("uid", uid)
                .put("controller", true);
    }
}
