package dev.stowage.sidecar.capacity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kind;
import dev.stowage.kube.api.KubeApi;
import dev.stowage.kube.object.Meta;
import dev.stowage.kube.object.Other;
import dev.stowage.kube.object.StorageCapacity;
import java.util.Locale;
import java.util.Optional;

/// Whose objects the capacities are: with the owner they go.
record Owner(String apiVersion, String kind, String name, String uid) {

    /// Walks up from a pod by who controls whom. The last owner is taken at his word and not read, for who runs us
    /// may not have granted that.
    ///
    /// @param levels 0 for the pod itself
    static Owner above(KubeApi api, String namespace, String pod, int levels) throws ApiFailure, InterruptedException {
        String apiVersion = "v1";
        String kind = "Pod";
        String name = pod;
        for (int level = levels; ; level--) {
            Kind<Other> type = kind(apiVersion, kind);
            Meta meta = type.read(api.get(type, namespace, name)).meta();
            if (level == 0) {
                return new Owner(apiVersion, kind, name, meta.uid());
            }
            Optional<Meta.Owner> controller =
                    meta.owners().stream().filter(Meta.Owner::controller).findFirst();
            if (controller.isEmpty()) {
                throw new ApiFailure(
                        404,
                        "NotFound",
                        kind + " " + namespace + "/" + name
                                + " has no controlling owner; lower --capacity-ownerref-level",
                        null);
            }
            Meta.Owner next = controller.get();
            if (level == 1) {
                return new Owner(next.apiVersion(), next.kind(), next.name(), next.uid());
            }
            apiVersion = next.apiVersion();
            kind = next.kind();
            name = next.name();
        }
    }

    private static Kind<Other> kind(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : apiVersion.substring(0, slash);
        String plural = plural(kind.toLowerCase(Locale.ROOT));
        return new Kind<>(group, apiVersion.substring(slash + 1), plural, kind, true, Other::read);
    }

    private static String plural(String singular) {
        if (singular.endsWith("s")) {
            return singular + "es";
        }
        return singular.endsWith("y") ? singular.substring(0, singular.length() - 1) + "ies" : singular + "s";
    }

    boolean owns(StorageCapacity object) {
        return object.meta().owners().stream()
                .anyMatch(owner -> owner.controller() && owner.uid().equals(uid));
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
