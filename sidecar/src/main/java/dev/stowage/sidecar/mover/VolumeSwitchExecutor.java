package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.mover.MoveState.LiveVolume;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Changes PersistentVolumes. Every write names the uid that was read, and most of them the version.
final class VolumeSwitchExecutor {
    private static final Logger log = LoggerFactory.getLogger(VolumeSwitchExecutor.class);

    private final KubeClient api;
    private volatile boolean canPatchAffinity = true;

    VolumeSwitchExecutor(KubeClient api) {
        this.api = api;
    }

    /// Whether the server may allow to change the affinity of a volume. True until it has refused once.
    boolean canPatchAffinity() {
        return canPatchAffinity;
    }

    void execute(SwitchAction action) throws ApiFailure, InterruptedException {
        switch (action) {
            case SwitchAction.PatchAffinity(LiveVolume live, ObjectNode affinity) -> patchAffinity(live, affinity);
            case SwitchAction.SetRetain(LiveVolume live) ->
                setPolicy(live, SwitchedVolume.RETAIN, live.object().reclaimPolicy());
            case SwitchAction.RestorePolicy(LiveVolume live, String policy) -> setPolicy(live, policy, "");
            case SwitchAction.Delete(LiveVolume live) -> {
                log.info(
                        "Deleting volume {} to create it with another node affinity.",
                        live.object().key());
                var _ = api.delete(
                        live.object(), Kinds.VOLUMES, DeleteOptions.defaults().ifUnchanged());
            }
            case SwitchAction.RemoveFinalizer(LiveVolume live, String finalizer) ->
                patch(live, Patch.removeFinalizer(live.object(), finalizer));
            case SwitchAction.Create(ObjectNode volume) -> {
                var created = api.create(Kinds.VOLUMES, "", volume.deepCopy());
                log.info("Created volume {} again, with another node affinity.", created.key());
            }
            case SwitchAction.Save _,
                    SwitchAction.RemovePods _,
                    SwitchAction.Await _,
                    SwitchAction.Conflict _,
                    SwitchAction.Finished _ -> throw new IllegalArgumentException("changes no volume: " + action);
        }
    }

    /// @param holder empty for none
    void hold(LiveVolume live, String holder) throws ApiFailure, InterruptedException {
        ObjectNode body = Json.object();
        ObjectNode annotations = body.putObject("metadata").putObject("annotations");
        if (holder.isEmpty()) {
            annotations.putNull(MoverKeys.MOVED_BY);
        } else {
            annotations.put(MoverKeys.MOVED_BY, holder);
        }
        patch(live, Patch.merge(body).onlyIfUnchanged(live.object()));
    }

    /// @param before what is to be restored; empty for nothing
    private void setPolicy(LiveVolume live, String policy, String before) throws ApiFailure, InterruptedException {
        ObjectNode body = Json.object();
        ObjectNode annotations = body.putObject("metadata").putObject("annotations");
        if (before.isEmpty()) {
            annotations.putNull(MoverKeys.POLICY_BEFORE);
        } else {
            annotations.put(MoverKeys.POLICY_BEFORE, before);
        }
        body.putObject("spec").put("persistentVolumeReclaimPolicy", policy);
        patch(live, Patch.merge(body).onlyIfUnchanged(live.object()));
    }

    private void patchAffinity(LiveVolume live, ObjectNode affinity) throws ApiFailure, InterruptedException {
        ObjectNode body = Json.object();
        body.putObject("spec").set("nodeAffinity", affinity);
        try {
            patch(live, Patch.merge(body).onlyIfUnchanged(live.object()));
        } catch (ApiFailure e) {
            if (!e.isInvalid()) {
                throw e;
            }
            canPatchAffinity = false;
            log.info("The server does not change the node affinity of volumes; they are created again instead.");
        }
    }

    private void patch(LiveVolume live, Patch patch) throws ApiFailure, InterruptedException {
        var _ = api.patch(Kinds.VOLUMES, "", live.object().meta().name(), patch);
    }
}
