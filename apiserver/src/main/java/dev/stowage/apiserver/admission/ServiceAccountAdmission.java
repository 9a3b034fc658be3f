package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.k8s.names.ServiceAccountFiles;
import dev.stowage.k8s.names.StaticPodAnnotations;
import dev.stowage.k8s.text.RandomSuffix;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// Every pod runs as a service account, and gets its token.
final class ServiceAccountAdmission implements AdmissionPlugin {
    static final String MIRROR = StaticPodAnnotations.MIRROR;
    private static final String VOLUME = "kube-api-access-";
    /// The lifetime that Kubernetes uses; the server extends such tokens, because old clients read them only
    /// once.
    private static final int SECONDS = 3607;

    @Override
    public void mutate(AdmissionAttributes admissionAttributes) throws ApiException {
        if (!admissionAttributes.creates("pods")) {
            return;
        }
        ObjectNode pod = admissionAttributes.newObject();
        ObjectNode spec = JsonTree.ensure(pod, "spec");
        if (JsonTree.has(pod, "metadata", "annotations", MIRROR)) {
            mirror(admissionAttributes, spec);
            return;
        }
        String name = name(spec);
        String namespace = admissionAttributes.namespace();
        ObjectNode account = admissionAttributes
                .around()
                .find(new ObjectKey("serviceaccounts", namespace, name))
                .orElseThrow(() -> admissionAttributes.forbiddenEarly(
                        "error looking up service account %s/%s: serviceaccount \"%s\" not found"
                                .formatted(namespace, name, name)));
        if (mounts(spec, account)) {
            mount(spec);
        }
        if (JsonTree.list(spec, "imagePullSecrets").isEmpty()
                && !JsonTree.list(account, "imagePullSecrets").isEmpty()) {
            ArrayNode secrets = spec.putArray("imagePullSecrets");
            JsonTree.list(account, "imagePullSecrets")
                    .forEach(secret -> secrets.addObject().put("name", JsonTree.text(secret, "name")));
        }
    }

    /// The field has a deprecated alias, and clients read either one.
    private static String name(ObjectNode spec) {
        String name = JsonTree.text(spec, "serviceAccountName");
        if (name.isEmpty()) {
            name = JsonTree.text(spec, "serviceAccount");
        }
        if (name.isEmpty()) {
            name = "default";
        }
        spec.put("serviceAccountName", name).put("serviceAccount", name);
        return name;
    }

    /// A mirror pod of a static pod: it cannot use API objects.
    private static void mirror(AdmissionAttributes admissionAttributes, ObjectNode spec) throws ApiException {
        if (!JsonTree.text(spec, "serviceAccountName").isEmpty()) {
            throw admissionAttributes.forbiddenEarly("a mirror pod may not reference service accounts");
        }
        for (JsonNode volume : JsonTree.list(spec, "volumes")) {
            if (JsonTree.has(volume, "secret")) {
                throw admissionAttributes.forbiddenEarly("a mirror pod may not reference secrets");
            }
            for (JsonNode source : JsonTree.list(volume, "projected", "sources")) {
                if (JsonTree.has(source, "serviceAccountToken")) {
                    throw admissionAttributes.forbiddenEarly(
                            "a mirror pod may not use ServiceAccountToken volume projections");
                }
            }
        }
    }

    private static boolean mounts(ObjectNode spec, ObjectNode account) {
        for (JsonNode wish : List.of(spec, account)) {
            if (wish.path("automountServiceAccountToken").isBoolean()) {
                return JsonTree.flag(wish, "automountServiceAccountToken");
            }
        }
        return true;
    }

    private static void mount(ObjectNode spec) {
        String volume = "";
        for (JsonNode each : JsonTree.list(spec, "volumes")) {
            if (volume.isEmpty() && JsonTree.text(each, "name").startsWith(VOLUME)) {
                volume = JsonTree.text(each, "name");
            }
        }
        boolean there = !volume.isEmpty();
        String name = there ? volume : VOLUME + RandomSuffix.generate(ThreadLocalRandom.current());
        boolean needed = mount(JsonTree.list(spec, "initContainers"), name);
        needed |= mount(JsonTree.list(spec, "containers"), name);
        if (needed && !there) {
            ArrayNode volumes = spec.get("volumes") instanceof ArrayNode list ? list : spec.putArray("volumes");
            volumes.addObject().put("name", name).set("projected", token());
        }
    }

    /// Whether any container got it; a container with another mount at that path keeps that one.
    private static boolean mount(ArrayNode containers, String volume) {
        boolean needed = false;
        for (JsonNode each : containers) {
            boolean taken = false;
            for (JsonNode mount : JsonTree.list(each, "volumeMounts")) {
                taken |= JsonTree.text(mount, "mountPath").equals(ServiceAccountFiles.DIRECTORY);
            }
            if (taken || !(each instanceof ObjectNode container)) {
                continue;
            }
            ArrayNode mounts =
                    container.get("volumeMounts") instanceof ArrayNode list ? list : container.putArray("volumeMounts");
            mounts.addObject()
                    .put("name", volume)
                    .put("readOnly", true)
                    .put("mountPath", ServiceAccountFiles.DIRECTORY);
            needed = true;
        }
        return needed;
    }

    private static ObjectNode token() {
        ObjectNode projected = Json.object();
        ArrayNode sources = projected.putArray("sources");
        sources.addObject()
                .putObject("serviceAccountToken")
                .put("expirationSeconds", SECONDS)
                .put("path", "token");
        ObjectNode authority = sources.addObject().putObject("configMap").put("name", "kube-root-ca.crt");
        authority.putArray("items").addObject().put("key", "ca.crt").put("path", "ca.crt");
        ObjectNode file = sources.addObject()
                .putObject("downwardAPI")
                .putArray("items")
                .addObject()
                .put("path", "namespace");
        file.putObject("fieldRef").put("apiVersion", "v1").put("fieldPath", "metadata.namespace");
        return projected.put("defaultMode", 0644);
    }
}
