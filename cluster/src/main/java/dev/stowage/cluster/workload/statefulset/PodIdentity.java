package dev.stowage.cluster.workload.statefulset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.cluster.workload.PodTemplate;
import dev.stowage.cluster.workload.RevisionHistory;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.ControllerRevision;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StatefulSet;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The identity of a pod of a set: its ordinal determines its name, and the names of its claims.
final class PodIdentity {
    static final String REVISION = "controller-revision-hash";
    static final String NAME = "statefulset.kubernetes.io/pod-name";
    static final String INDEX = "apps.kubernetes.io/pod-index";

    private static final Pattern NUMBERED = Pattern.compile("(.*)-(\\d{1,9})");

    private PodIdentity() {}

    static String podName(StatefulSet set, int ordinal) {
        return set.meta().name() + "-" + ordinal;
    }

    /// Negative when it is not an ordinal of this set.
    static int ordinal(StatefulSet set, Pod pod) {
        Matcher matcher = NUMBERED.matcher(pod.meta().name());
        return matcher.matches() && matcher.group(1).equals(set.meta().name())
                ? Integer.parseInt(matcher.group(2))
                : -1;
    }

    static boolean isWanted(StatefulSet set, int ordinal) {
        return ordinal >= set.first() && ordinal < set.first() + set.replicas();
    }

    static String claimName(StatefulSet set, JsonNode template, int ordinal) {
        return templateName(template) + "-" + podName(set, ordinal);
    }

    static List<String> claimNames(StatefulSet set, int ordinal) {
        return set.claimTemplates().stream()
                .map(template -> claimName(set, template, ordinal))
                .toList();
    }

    private static String templateName(JsonNode template) {
        return template.path("metadata").path("name").asText("");
    }

    static boolean hasLabels(StatefulSet set, int ordinal, Pod pod) {
        return podName(set, ordinal).equals(pod.meta().labels().get(NAME));
    }

    static ObjectNode pod(StatefulSet set, ControllerRevision revision, int ordinal) {
        ObjectNode pod = PodTemplate.pod(Kinds.STATEFUL_SETS, set, RevisionHistory.template(revision));
        String name = podName(set, ordinal);
        pod.withObject("/metadata").put("name", name);
        PodTemplate.label(pod, NAME, name);
        PodTemplate.label(pod, INDEX, Integer.toString(ordinal));
        PodTemplate.label(pod, REVISION, revision.meta().name());
        ObjectNode spec = pod.withObject("/spec").put("hostname", name);
        if (!set.serviceName().isEmpty()) {
            spec.put("subdomain", set.serviceName());
        }
        if (!set.claimTemplates().isEmpty()) {
            spec.set("volumes", volumes(set, ordinal, spec.path("volumes")));
        }
        return pod;
    }

    /// A claim replaces a volume of the same name in the template.
    private static ArrayNode volumes(StatefulSet set, int ordinal, JsonNode others) {
        ArrayNode volumes = Json.object().putArray("volumes");
        List<String> names = new ArrayList<>();
        for (JsonNode template : set.claimTemplates()) {
            names.add(templateName(template));
            volumes.addObject()
                    .put("name", templateName(template))
                    .putObject("persistentVolumeClaim")
                    .put("claimName", claimName(set, template, ordinal));
        }
        for (JsonNode volume : others) {
            if (!names.contains(volume.path("name").asText(""))) {
                volumes.add(volume);
            }
        }
        return volumes;
    }

    /// A claim of a pod that is needed. If it is deleted with the set, the set owns it from the beginning.
    static ObjectNode claim(StatefulSet set, JsonNode template, int ordinal) {
        ObjectNode claim = Json.object();
        ObjectNode meta = template.path("metadata").isObject()
                ? (ObjectNode) template.path("metadata").deepCopy()
                : Json.object();
        meta.remove("creationTimestamp");
        meta.put("name", claimName(set, template, ordinal));
        claim.set("metadata", meta);
        set.selector().matchLabels().forEach((name, value) -> PodTemplate.label(claim, name, value));
        if (set.deleteDeleted()) {
            meta.withArray("/ownerReferences").add(OwnerReferences.reference(Kinds.STATEFUL_SETS, set));
        }
        claim.set("spec", template.path("spec").deepCopy());
        return claim;
    }
}
