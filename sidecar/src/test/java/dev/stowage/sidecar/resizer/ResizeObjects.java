package dev.stowage.sidecar.resizer;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Claims and volumes as a server would send them.
final class ResizeObjects {
    private ResizeObjects() {}

    /// @param allocated empty for none
    /// @param state empty for none
    /// @param conditions types, separated by `+`; empty for none
    static PersistentVolumeClaim claim(
            String request, String capacity, String allocated, String state, String conditions) {
        var object = Json.object();
        object.putObject("metadata")
                .put("name", "data")
                .put("namespace", "app")
                .put("uid", "uid-data")
                .put("resourceVersion", "7");
        object.withObject("/spec").put("volumeName", "pv-1");
        object.withObject("/spec/resources/requests").put("storage", request);
        var status = object.withObject("/status").put("phase", "Bound");
        status.withObject("/capacity").put("storage", capacity);
        if (!allocated.isEmpty()) {
            status.withObject("/allocatedResources").put("storage", allocated);
        }
        if (!state.isEmpty()) {
            status.withObject("/allocatedResourceStatuses").put("storage", state);
        }
        for (String type : conditions.split("\\+", -1)) {
            if (!type.isEmpty()) {
                status.withArray("conditions").addObject().put("type", type).put("status", "True");
            }
        }
        return PersistentVolumeClaim.read(object);
    }

    static PersistentVolume volume(String capacity) {
        return volumeOf("""
                {"metadata": {"name": "pv-1", "resourceVersion": "3"}, "spec": {"capacity": {"storage": "%s"},
                 "claimRef": {"namespace": "app", "name": "data", "uid": "uid-data"},
                 "csi": {"driver": "d", "volumeHandle": "h"}}}
                """.formatted(capacity));
    }

    static PersistentVolume volumeOf(String json) {
        try {
            return PersistentVolume.read(Json.read(json.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
