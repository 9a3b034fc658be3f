package dev.stowage.sidecar.mover;

import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.mover.MoveState.LiveVolume;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What the storage class of a volume says to its driver. A class that was deleted says nothing.
record ClassParameters(KubeClient api) {

    Map<String, String> of(Optional<LiveVolume> volume) throws ApiFailure, InterruptedException {
        String name = volume.map(live -> live.object().effectiveClass()).orElse("");
        if (name.isEmpty()) {
            return Map.of();
        }
        Map<String, String> parameters = api.find(Kinds.STORAGE_CLASSES, "", name)
                .map(found -> new HashMap<>(found.parameters()))
                .orElseGet(HashMap::new);
        // Those are for the sidecars.
        parameters.keySet().removeIf(key -> key.startsWith(CsiKeys.PREFIX));
        return parameters;
    }
}
