package dev.stowage.explain.cause.attachdetach;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// The pods that run a driver on the nodes. No object says so directly: they are recognized by the driver's
/// directory, which has the driver's name, and by the name on their command lines.
record DriverPods(ClusterState clusterState, String driver) {
    private static final String PATH = "--kubelet-registration-path=";

    List<KubeResource> on(String node) {
        return clusterState.all(ResourceKind.POD).stream()
                .filter(pod ->
                        ClaimUsers.node(pod).equals(node) && isOurs(pod.json().path("spec")))
                .toList();
    }

    List<KubeResource> daemonSets() {
        return clusterState.all(ResourceKind.DAEMON_SET).stream()
                .filter(each -> isOurs(each.json().at("/spec/template/spec")))
                .toList();
    }

    /// The socket path that it registers with the kubelet.
    Optional<String> registrationPath(KubeResource pod) {
        return words(pod.json().path("spec"))
                .filter(each -> each.startsWith(PATH))
                .map(each -> each.substring(PATH.length()))
                .findFirst();
    }

    private boolean isOurs(JsonNode spec) {
        boolean folder = elements(spec.path("volumes"))
                .map(each -> each.at("/hostPath/path").asText(""))
                .anyMatch(this::isFolder);
        return folder || words(spec).anyMatch(each -> each.endsWith("=" + driver) || isFolder(each));
    }

    private boolean isFolder(String path) {
        return !driver.isEmpty() && (path + "/").contains("/plugins/" + driver + "/");
    }

    private static Stream<String> words(JsonNode spec) {
        return elements(spec.path("containers"))
                .flatMap(each -> Stream.concat(elements(each.path("args")), elements(each.path("command"))))
                .map(each -> each.asText(""));
    }

    private static Stream<JsonNode> elements(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    static boolean isReady(KubeResource pod) {
        return pod.condition("Ready")
                .map(each -> each.path("status").asText("").equals("True"))
                .orElse(false);
    }

    /// Why a pod is not ready: the reason of its first container that is not.
    static String trouble(KubeResource pod) {
        return pod.list("/status/containerStatuses")
                .map(each -> each.at("/state/waiting/reason").asText(""))
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse(ClaimUsers.phase(pod));
    }
}
