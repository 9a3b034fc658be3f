package dev.stowage.node.podworker.startspec;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.node.pod.NodePod;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// The supplemental groups of the containers of a pod.
final class SupplementalGroups {

    private SupplementalGroups() {}

    static List<Long> of(NodePod pod, Informers informers) {
        var groups = new LinkedHashSet<Long>();
        pod.securityContext().path("supplementalGroups").forEach(group -> groups.add(group.asLong()));
        Optional.ofNullable(pod.fsGroup()).ifPresent(groups::add);
        for (JsonNode volume : pod.volumes()) {
            String own = volume.path("ephemeral").isObject()
                    ? pod.meta().name() + "-" + volume.path("name").asText("")
                    : volume.path("persistentVolumeClaim").path("claimName").asText("");
            Optional<String> group = informers
                    .of(Kinds.CLAIMS)
                    .find(new NamespacedName(pod.meta().namespace(), own))
                    .map(PersistentVolumeClaim::volumeName)
                    .flatMap(name -> informers.of(Kinds.VOLUMES).find(name))
                    .map(found -> found.meta().annotation(VolumeAnnotations.GID));
            // The annotation of an administrator; a value that is not a number is ignored.
            group.filter(text -> text.matches("\\d{1,10}")).map(Long::valueOf).ifPresent(groups::add);
        }
        return new ArrayList<>(groups);
    }
}
