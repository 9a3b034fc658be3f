package dev.stowage.interop.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.interop.cluster.ResourceKind;
import java.io.IOException;
import java.util.List;

/// Attachments on nodes where the script plays the kubelet and the attacher.
final class AttachDetachScenarios {

    static final List<ControlScenario> ALL = List.of(
            ControlScenario.quick("moves", AttachDetachScenarios::moves),
            ControlScenario.of("multi-attach", AttachDetachScenarios::multiAttach),
            ControlScenario.of("attach-not-required", AttachDetachScenarios::notRequired),
            ControlScenario.of("out-of-service", AttachDetachScenarios::outOfService),
            ControlScenario.of("node-deleted", AttachDetachScenarios::nodeDeleted));

    private static final String NOBODY = "kubernetes.io/no-provisioner";

    private AttachDetachScenarios() {}

    private static void bound(ControlScenarioContext context, boolean attached)
            throws IOException, InterruptedException {
        context.create(ControlManifests.driver(attached));
        context.create(ControlManifests.node("a"));
        context.create(ControlManifests.node("b"));
        ready(context, "a", "True");
        ready(context, "b", "True");
        context.create(ControlManifests.storageClass("$NS", NOBODY, ControlManifests.AT_ONCE));
        context.create(ControlManifests.volume("disk", "1Gi"));
        context.awaitPhase(ResourceKind.VOLUME, "$NS-disk", "Available");
        context.create(ControlManifests.claim("claim", "1Gi"));
        context.awaitBound("claim");
    }

    private static void ready(ControlScenarioContext context, String node, String status)
            throws IOException, InterruptedException {
        context.patchStatus(
                ResourceKind.NODE,
                "$NS-" + node,
                "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"" + status + "\"}]}}");
    }

    /// A volume is detached from a node only when its kubelet no longer reports it as in use.
    private static void moves(ControlScenarioContext context) throws Exception {
        bound(context, true);
        context.create(ControlManifests.podOn("a", "first", "claim"));
        inUse(context, "a");
        attached(context, "a");
        forget(context, "first");
        context.create(ControlManifests.podOn("b", "second", "claim"));
        context.awaitEvent("FailedAttachVolume", "second");
        context.patchStatus(ResourceKind.NODE, "$NS-a", "{\"status\":{\"volumesInUse\":null}}");
        inUse(context, "b");
        attached(context, "b");
        context.awaitEvent("SuccessfulAttachVolume", "second");
    }

    private static void multiAttach(ControlScenarioContext context) throws Exception {
        bound(context, true);
        context.create(ControlManifests.podOn("a", "first", "claim"));
        inUse(context, "a");
        attached(context, "a");
        context.create(ControlManifests.podOn("b", "second", "claim"));
        context.awaitEvent("FailedAttachVolume", "second");
    }

    private static void notRequired(ControlScenarioContext context) throws Exception {
        bound(context, false);
        context.create(ControlManifests.podOn("a", "pod", "claim"));
        context.create(ControlManifests.driver(true).replace("csi.test", "other.test"));
        // A wrong controller would attach it at once; a second volume shows that there was time for it.
        context.create(ControlManifests.node("c").replace("$NS.csi.test", "$NS.other.test"));
        ready(context, "c", "True");
        context.create(ControlManifests.volume("other", "1Gi").replace("$NS.csi.test", "$NS.other.test"));
        context.awaitPhase(ResourceKind.VOLUME, "$NS-other", "Available");
        context.create(ControlManifests.claim("other", "1Gi"));
        context.awaitBound("other");
        context.create(ControlManifests.podOn("c", "later", "other"));
        attached(context, "c");
    }

    /// With the out-of-service taint, volumes may move although the node does not respond.
    private static void outOfService(ControlScenarioContext context) throws Exception {
        bound(context, true);
        context.create(ControlManifests.podOn("a", "first", "claim"));
        inUse(context, "a");
        attached(context, "a");
        ready(context, "a", "Unknown");
        context.patch(
                ResourceKind.NODE,
                "$NS-a",
                "{\"spec\":{\"taints\":[{\"key\":\"node.kubernetes.io/out-of-service\",\"effect\":\"NoExecute\"}]}}");
        forget(context, "first");
        context.create(ControlManifests.podOn("b", "second", "claim"));
        inUse(context, "b");
        attached(context, "b");
        context.awaitEvent("SuccessfulAttachVolume", "second");
    }

    /// A node is deleted while its attachment exists.
    private static void nodeDeleted(ControlScenarioContext context) throws Exception {
        bound(context, true);
        context.create(ControlManifests.podOn("a", "first", "claim"));
        inUse(context, "a");
        String attachment = attached(context, "a");
        context.patchStatus(ResourceKind.NODE, "$NS-a", "{\"status\":{\"volumesInUse\":null}}");
        context.delete(ResourceKind.NODE, "$NS-a");
        forget(context, "first");
        context.awaitGone(ResourceKind.ATTACHMENT, attachment);
    }

    /// What the kubelet reports about the volume.
    private static void inUse(ControlScenarioContext context, String node) throws IOException, InterruptedException {
        context.patchStatus(
                ResourceKind.NODE,
                "$NS-" + node,
                "{\"status\":{\"volumesInUse\":[\"kubernetes.io/csi/$NS.csi.test^disk\"]}}");
    }

    /// Waits for the VolumeAttachment, marks it attached, and waits until the node status lists it.
    private static String attached(ControlScenarioContext context, String node)
            throws IOException, InterruptedException {
        String[] name = new String[1];
        context.await("an attachment to " + node, ResourceKind.NODE, "$NS-" + node, _ -> {
            name[0] = attachment(context, node);
            return !name[0].isEmpty();
        });
        context.patchStatus(ResourceKind.ATTACHMENT, name[0], "{\"status\":{\"attached\":true}}");
        context.await(
                "volumesAttached of node " + node,
                ResourceKind.NODE,
                "$NS-" + node,
                each -> !each.at("/status/volumesAttached").isEmpty());
        return name[0];
    }

    private static String attachment(ControlScenarioContext context, String node) {
        try {
            for (JsonNode each : context.list(ResourceKind.ATTACHMENT)) {
                if (each.at("/spec/nodeName").asText().equals(context.namespace() + "-" + node)) {
                    return each.at("/metadata/name").asText();
                }
            }
            return "";
        } catch (IOException e) {
            return ""; // retried
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static void forget(ControlScenarioContext context, String pod) throws IOException, InterruptedException {
        context.delete(ResourceKind.POD, pod + "?gracePeriodSeconds=0");
        context.awaitGone(ResourceKind.POD, pod);
    }
}
