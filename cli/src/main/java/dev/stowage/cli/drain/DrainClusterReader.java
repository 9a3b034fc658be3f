package dev.stowage.cli.drain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.cli.move.Movers;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.Pod;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Reads what a drain decides from.
record DrainClusterReader(KubeClient api, String node) {

    DrainCluster read() throws IOException, InterruptedException {
        List<PersistentVolume> volumes = api.list(Kinds.VOLUMES, "").items();
        return new DrainCluster(
                volumes,
                api.list(Kinds.NODES, "").items(),
                api.list(Kinds.CSI_NODES, "").items().stream()
                        .collect(Collectors.toMap(each -> each.meta().name(), Function.identity())),
                api.list(Kinds.STORAGE_CAPACITIES, "").items(),
                Movers.read(api),
                used(volumes));
    }

    private Set<String> used(List<PersistentVolume> volumes) throws ApiFailure, InterruptedException {
        String selector = URLEncoder.encode("spec.nodeName=" + node, StandardCharsets.UTF_8);
        Set<String> claims = new HashSet<>();
        for (JsonNode item : api.read("/api/v1/pods?fieldSelector=" + selector).path("items")) {
            Pod pod = Pod.read(item);
            if (!pod.isOver()) {
                pod.claims().forEach(claim -> claims.add(pod.meta().namespace() + "/" + claim));
            }
        }
        return volumes.stream()
                .filter(volume -> volume.claim() != null
                        && claims.contains(volume.claim().namespace() + "/"
                                + volume.claim().name()))
                .map(volume -> volume.meta().name())
                .collect(Collectors.toSet());
    }
}
