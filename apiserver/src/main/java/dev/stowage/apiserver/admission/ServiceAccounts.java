package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.store.Key;
import java.util.List;

/// Every pod runs as a service account, and gets its token.
final class ServiceAccounts implements Step {
    private static final String MIRROR = "kubernetes.io/config.mirror";
    private static final String PATH = "/var/run/secrets/kubernetes.io/serviceaccount";
    private static final String VOLUME = "kube-api-access-";
    /// Longer than asked for: old clients do not read their token again.
    private static final int SECONDS = 3607;

    @Override
    public void mutate(Attempt attempt) throws ApiException {
        if (!attempt.creates("pods")) {
            return;
        }
        ObjectNode pod = attempt.becoming();
        ObjectNode spec = Tree.ensure(pod, "spec");
        if (Tree.has(pod, "metadata", "annotations", MIRROR)) {
            mirror(attempt, spec);
            return;
        }
        String name = name(spec);
        String namespace = attempt.namespace();
        ObjectNode account = attempt.around()
                .find(new Key("serviceaccounts", namespace, name))
                .orElseThrow(() ->
                        attempt.forbiddenEarly("error looking up service account %s/%s: serviceaccount \"%s\" not found"
                                .formatted(namespace, name, name)));
        if (mounts(spec, account)) {
            mount(spec);
        }
        if (Tree.list(spec, "imagePullSecrets").isEmpty()
                && !Tree.list(account, "imagePullSecrets").isEmpty()) {
            ArrayNode secrets = spec.putArray("imagePullSecrets");
            Tree.list(account, "imagePullSecrets")
                    .forEach(secret -> secrets.addObject().put("name", Tree.text(secret, "name")));
        }
    }

    /// The name has an older spelling, and clients of both times read it.
    private static String name(ObjectNode spec) {
        String name = Tree.text(spec, "serviceAccountName");
        if (name.isEmpty()) {
            name = Tree.text(spec, "serviceAccount");
        }
        if (name.isEmpty()) {
            name = "default";
        }
        spec.put("serviceAccountName", name).put("serviceAccount", name);
        return name;
    }

    /// A copy of what a node runs by itself: nobody can give it anything.
    private static void mirror(Attempt attempt, ObjectNode spec) throws ApiException {
        if (!Tree.text(spec, "serviceAccountName").isEmpty()) {
            throw attempt.forbiddenEarly("a mirror pod may not reference service accounts");
        }
        for (JsonNode volume : Tree.list(spec, "volumes")) {
            if (Tree.has(volume, "secret")) {
                throw attempt.forbiddenEarly("a mirror pod may not reference secrets");
            }
            for (JsonNode source : Tree.list(volume, "projected", "sources")) {
                if (Tree.has(source, "serviceAccountToken")) {
                    throw attempt.forbiddenEarly("a mirror pod may not use ServiceAccountToken volume projections");
                }
            }
        }
    }

    private static boolean mounts(ObjectNode spec, ObjectNode account) {
        for (JsonNode wish : List.of(spec, account)) {
            if (wish.path("automountServiceAccountToken").isBoolean()) {
                return Tree.flag(wish, "automountServiceAccountToken");
            }
        }
        return true;
    }

    private static void mount(ObjectNode spec) {
        String volume = "";
        for (JsonNode each : Tree.list(spec, "volumes")) {
            if (volume.isEmpty() && Tree.text(each, "name").startsWith(VOLUME)) {
                volume = Tree.text(each, "name");
            }
        }
        boolean there = !volume.isEmpty();
        String name = there ? volume : VOLUME + Suffix.random();
        boolean needed = mount(Tree.list(spec, "initContainers"), name);
        needed |= mount(Tree.list(spec, "containers"), name);
        if (needed && !there) {
            ArrayNode volumes = spec.get("volumes") instanceof ArrayNode list ? list : spec.putArray("volumes");
            volumes.addObject().put("name", name).set("projected", token());
        }
    }

    /// Whether any of them got it; a container that has something at that place keeps it.
    private static boolean mount(ArrayNode containers, String volume) {
        boolean needed = false;
        for (JsonNode each : containers) {
            boolean taken = false;
            for (JsonNode mount : Tree.list(each, "volumeMounts")) {
                taken |= Tree.text(mount, "mountPath").equals(PATH);
            }
            if (taken || !(each instanceof ObjectNode container)) {
                continue;
            }
            ArrayNode mounts =
                    container.get("volumeMounts") instanceof ArrayNode list ? list : container.putArray("volumeMounts");
            mounts.addObject().put("name", volume).put("readOnly", true).put("mountPath", PATH);
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
