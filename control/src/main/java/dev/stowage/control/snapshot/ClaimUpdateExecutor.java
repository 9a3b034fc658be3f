package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The ClusterRole that ships with snapshot-controller allows updating claims but not patching them. In that
/// case the finalizers of claims are written with an update of the whole object, after a read.
final class ClaimUpdateExecutor implements ActionExecutor {
    private static final Logger log = LoggerFactory.getLogger(ClaimUpdateExecutor.class);
    private static final String FINALIZERS = "/metadata/finalizers";

    private final ActionExecutor executor;
    private final KubeClient api;
    private final Informer<PersistentVolumeClaim> claims;
    private volatile boolean whole;

    ClaimUpdateExecutor(ActionExecutor executor, KubeClient api, Informer<PersistentVolumeClaim> claims) {
        this.executor = executor;
        this.api = api;
        this.claims = claims;
    }

    @Override
    public void execute(ClusterAction action) throws ApiFailure, InterruptedException {
        if (!(action instanceof ClusterAction.PatchObject<?> patchObject)
                || !(patchObject.seen() instanceof PersistentVolumeClaim claim)) {
            executor.execute(action);
            return;
        }
        if (!whole) {
            try {
                executor.execute(action);
                return;
            } catch (ApiFailure e) {
                if (!e.isForbidden()) {
                    throw e;
                }
                log.info("Cannot patch claims, updating them instead: {}", e.getMessage());
                whole = true;
            }
        }
        replace(claim, finalizers(claim, patchObject.patch()));
    }

    private void replace(PersistentVolumeClaim seen, List<String> finalizers) throws ApiFailure, InterruptedException {
        JsonNode now =
                api.get(claims.kind(), seen.meta().namespace(), seen.meta().name());
        PersistentVolumeClaim found = claims.kind().read(now);
        if (!found.meta().uid().equals(seen.meta().uid())
                || !found.meta().finalizers().equals(seen.meta().finalizers())) {
            throw new ApiFailure(409, "Conflict", "claim " + seen.key() + " has changed meanwhile", null);
        }
        ObjectNode changed = now.deepCopy();
        finalizers.forEach(changed.withObject("/metadata").putArray("finalizers")::add);
        claims.replace(seen, changed);
    }

    /// The list after a patch that adds or removes one entry.
    private static List<String> finalizers(PersistentVolumeClaim seen, Patch patch) {
        List<String> finalizers = new ArrayList<>(seen.meta().finalizers());
        for (JsonNode operation : patch.body()) {
            String path = operation.path("path").asText();
            switch (operation.path("op").asText()) {
                case "add" -> {
                    JsonNode value = operation.path("value");
                    finalizers.add(value.isArray() ? value.path(0).asText() : value.asText());
                }
                case "remove" -> finalizers.remove(Integer.parseInt(path.substring(FINALIZERS.length() + 1)));
                default -> {
                    // A test operation of the patch, checked against the object that was read.
                }
            }
        }
        return finalizers;
    }
}
