package dev.stowage.interop.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.interop.cluster.Kind;
import java.io.IOException;
import java.util.List;

/// Attachments on nodes whose kubelet is the script, and whose driver's attacher is the script too.
final class AttachScenarios {

    static final List<Scenario> ALL = List.of(
            Scenario.quick("moves", AttachScenarios::moves),
            Scenario.of("multi-attach", AttachScenarios::multiAttach),
            Scenario.of("attach-not-required", AttachScenarios::notRequired),
            Scenario.of("out-of-service", AttachScenarios::outOfService),
            Scenario.of("node-deleted", AttachScenarios::nodeDeleted));

    private static final String NOBODY = "kubernetes.io/no-provisioner";

    private AttachScenarios() {}

    private static void bound(Play play, boolean attached) throws IOException, InterruptedException {
        play.create(Manifests.driver(attached));
        play.create(Manifests.node("a"));
        play.create(Manifests.node("b"));
        ready(play, "a", "True");
        ready(play, "b", "True");
        play.create(Manifests.storageClass("$NS", NOBODY, Manifests.AT_ONCE));
        play.create(Manifests.volume("disk", "1Gi"));
        play.awaitPhase(Kind.VOLUME, "$NS-disk", "Available");
        play.create(Manifests.claim("claim", "1Gi"));
        play.awaitBound("claim");
    }

    private static void ready(Play play, String node, String status) throws IOException, InterruptedException {
        play.patchStatus(
                Kind.NODE,
                "$NS-" + node,
                "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"" + status + "\"}]}}");
    }

    /// Away from a node that still has it mounted only when its kubelet says that it has not.
    private static void moves(Play play) throws Exception {
        bound(play, true);
        play.create(Manifests.podOn("a", "first", "claim"));
        inUse(play, "a");
        attached(play, "a");
        forget(play, "first");
        play.create(Manifests.podOn("b", "second", "claim"));
        play.awaitEvent("FailedAttachVolume", "second");
        play.patchStatus(Kind.NODE, "$NS-a", "{\"status\":{\"volumesInUse\":null}}");
        inUse(play, "b");
        attached(play, "b");
        play.awaitEvent("SuccessfulAttachVolume", "second");
    }

    private static void multiAttach(Play play) throws Exception {
        bound(play, true);
        play.create(Manifests.podOn("a", "first", "claim"));
        inUse(play, "a");
        attached(play, "a");
        play.create(Manifests.podOn("b", "second", "claim"));
        play.awaitEvent("FailedAttachVolume", "second");
    }

    private static void notRequired(Play play) throws Exception {
        bound(play, false);
        play.create(Manifests.podOn("a", "pod", "claim"));
        play.create(Manifests.driver(true).replace("csi.test", "other.test"));
        // Whoever attaches what need not be attached does it at once; a second volume shows that there was time.
        play.create(Manifests.node("c").replace("$NS.csi.test", "$NS.other.test"));
        ready(play, "c", "True");
        play.create(Manifests.volume("other", "1Gi").replace("$NS.csi.test", "$NS.other.test"));
        play.awaitPhase(Kind.VOLUME, "$NS-other", "Available");
        play.create(Manifests.claim("other", "1Gi"));
        play.awaitBound("other");
        play.create(Manifests.podOn("c", "later", "other"));
        attached(play, "c");
    }

    /// Somebody says that the node will not come back, and so its volumes may go elsewhere.
    private static void outOfService(Play play) throws Exception {
        bound(play, true);
        play.create(Manifests.podOn("a", "first", "claim"));
        inUse(play, "a");
        attached(play, "a");
        ready(play, "a", "Unknown");
        play.patch(
                Kind.NODE,
                "$NS-a",
                "{\"spec\":{\"taints\":[{\"key\":\"node.kubernetes.io/out-of-service\",\"effect\":\"NoExecute\"}]}}");
        forget(play, "first");
        play.create(Manifests.podOn("b", "second", "claim"));
        inUse(play, "b");
        attached(play, "b");
        play.awaitEvent("SuccessfulAttachVolume", "second");
    }

    /// A node goes for good, with its attachment left.
    private static void nodeDeleted(Play play) throws Exception {
        bound(play, true);
        play.create(Manifests.podOn("a", "first", "claim"));
        inUse(play, "a");
        String attachment = attached(play, "a");
        play.patchStatus(Kind.NODE, "$NS-a", "{\"status\":{\"volumesInUse\":null}}");
        play.delete(Kind.NODE, "$NS-a");
        forget(play, "first");
        play.awaitGone(Kind.ATTACHMENT, attachment);
    }

    /// What the kubelet says of the one volume there is.
    private static void inUse(Play play, String node) throws IOException, InterruptedException {
        play.patchStatus(
                Kind.NODE, "$NS-" + node, "{\"status\":{\"volumesInUse\":[\"kubernetes.io/csi/$NS.csi.test^disk\"]}}");
    }

    /// Waits for the wish to attach, grants it, and waits until the node is told.
    private static String attached(Play play, String node) throws IOException, InterruptedException {
        String[] name = new String[1];
        play.await("an attachment to " + node, Kind.NODE, "$NS-" + node, _ -> {
            name[0] = attachment(play, node);
            return !name[0].isEmpty();
        });
        play.patchStatus(Kind.ATTACHMENT, name[0], "{\"status\":{\"attached\":true}}");
        play.await(
                "word to node " + node,
                Kind.NODE,
                "$NS-" + node,
                each -> !each.at("/status/volumesAttached").isEmpty());
        return name[0];
    }

    private static String attachment(Play play, String node) {
        try {
            for (JsonNode each : play.list(Kind.ATTACHMENT)) {
                if (each.at("/spec/nodeName").asText().equals(play.namespace() + "-" + node)) {
                    return each.at("/metadata/name").asText();
                }
            }
            return "";
        } catch (IOException e) {
            return ""; // asked again
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static void forget(Play play, String pod) throws IOException, InterruptedException {
        play.delete(Kind.POD, pod + "?gracePeriodSeconds=0");
        play.awaitGone(Kind.POD, pod);
    }
}
