package dev.stowage.explain.chain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.Optional;

/// The second half of the chain: attachment, node, registration, driver, mount.
final class NodeSideLinks {

    private NodeSideLinks() {}

    static ChainLink attachment(VolumeChain volumeChain) {
        if (isPlain(volumeChain)) {
            return new ChainLink(LinkKind.ATTACHMENT, "", LinkState.SKIPPED, "no CSI volume");
        }
        if (volumeChain
                .csiDriver()
                .filter(driver -> driver.text("/spec/attachRequired").equals("false"))
                .isPresent()) {
            return new ChainLink(LinkKind.ATTACHMENT, "", LinkState.SKIPPED, "not needed (attachRequired: false)");
        }
        return volumeChain.attachment().map(NodeSideLinks::attachment).orElseGet(() -> unattached(volumeChain));
    }

    private static ChainLink attachment(KubeResource attachment) {
        String node = attachment.text("/spec/nodeName");
        if (attachment.isDeleting()) {
            return ChainLink.of(LinkKind.ATTACHMENT, attachment, LinkState.WAITING, "being detached from " + node);
        }
        if (attachment.text("/status/attached").equals("true")) {
            return ChainLink.of(LinkKind.ATTACHMENT, attachment, LinkState.FINE, "attached to " + node);
        }
        String error = attachment.text("/status/attachError/message");
        return error.isEmpty()
                ? ChainLink.of(LinkKind.ATTACHMENT, attachment, LinkState.WAITING, "not attached to " + node + " yet")
                : ChainLink.of(LinkKind.ATTACHMENT, attachment, LinkState.BROKEN, error);
    }

    private static ChainLink unattached(VolumeChain volumeChain) {
        if (!volumeChain.clusterState().isListed(ResourceKind.ATTACHMENT)) {
            return new ChainLink(LinkKind.ATTACHMENT, "", LinkState.UNKNOWN, "could not be read");
        }
        boolean needed = volumeChain.volume().isPresent() && isOn(volumeChain, PodVolumePhase.MOUNTING);
        return needed
                ? new ChainLink(LinkKind.ATTACHMENT, "", LinkState.WAITING, "not created yet")
                : new ChainLink(LinkKind.ATTACHMENT, "", LinkState.UNKNOWN, "nothing to attach yet");
    }

    static ChainLink node(VolumeChain volumeChain) {
        String name = volumeChain
                .pod()
                .map(pod -> pod.text("/spec/nodeName"))
                .or(() -> volumeChain.attachment().map(attachment -> attachment.text("/spec/nodeName")))
                .orElse("");
        if (name.isEmpty()) {
            return new ChainLink(LinkKind.NODE, "", LinkState.UNKNOWN, "not chosen yet");
        }
        if (!volumeChain.clusterState().isListed(ResourceKind.NODE)) {
            return new ChainLink(LinkKind.NODE, name, LinkState.UNKNOWN, "could not be read");
        }
        return volumeChain
                .node()
                .map(NodeSideLinks::node)
                .orElseGet(() -> new ChainLink(LinkKind.NODE, name, LinkState.BROKEN, "does not exist"));
    }

    private static ChainLink node(KubeResource node) {
        String ready = node.condition("Ready")
                .map(each -> each.path("status").asText(""))
                .orElse("Unknown");
        return switch (ready) {
            case "True" -> ChainLink.of(LinkKind.NODE, node, LinkState.FINE, "Ready");
            case "False" -> ChainLink.of(LinkKind.NODE, node, LinkState.BROKEN, "not Ready");
            default -> ChainLink.of(LinkKind.NODE, node, LinkState.BROKEN, "not reporting");
        };
    }

    static ChainLink registration(VolumeChain volumeChain) {
        String driver = volumeChain.driver();
        if (isPlain(volumeChain) || driver.isEmpty()) {
            return new ChainLink(LinkKind.REGISTRATION, "", LinkState.SKIPPED, "no CSI driver");
        }
        Optional<KubeResource> node = volumeChain.node();
        if (node.isEmpty() || !volumeChain.clusterState().isListed(ResourceKind.CSI_NODE)) {
            return new ChainLink(LinkKind.REGISTRATION, driver, LinkState.UNKNOWN, "needs a node");
        }
        String where = node.get().name();
        return volumeChain.csiNode().flatMap(each -> registered(each, driver)).isPresent()
                ? new ChainLink(LinkKind.REGISTRATION, driver, LinkState.FINE, "registered on " + where)
                : new ChainLink(LinkKind.REGISTRATION, driver, LinkState.BROKEN, "not registered on " + where);
    }

    static Optional<JsonNode> registered(KubeResource csiNode, String driver) {
        return csiNode.list("/spec/drivers")
                .filter(each -> each.path("name").asText("").equals(driver))
                .findFirst();
    }

    static ChainLink driver(VolumeChain volumeChain) {
        String name = volumeChain.driver();
        if (isPlain(volumeChain) || name.isEmpty()) {
            return new ChainLink(LinkKind.DRIVER, "", LinkState.SKIPPED, "no CSI driver");
        }
        return volumeChain
                .csiDriver()
                .map(driver -> ChainLink.of(
                        LinkKind.DRIVER,
                        driver,
                        LinkState.FINE,
                        driver.text("/spec/attachRequired").equals("false")
                                ? "volumes need no attaching"
                                : "volumes are attached"))
                .orElseGet(() -> new ChainLink(LinkKind.DRIVER, name, LinkState.UNKNOWN, "no CSIDriver object"));
    }

    static ChainLink mount(VolumeChain volumeChain) {
        return volumeChain
                .pod()
                .map(pod -> switch (PodVolumePhase.of(pod)) {
                    case RUNNING, STARTING ->
                        new ChainLink(
                                LinkKind.MOUNT, volumeChain.inPod(), LinkState.FINE, "mounted into pod/" + pod.name());
                    case MOUNTING ->
                        new ChainLink(LinkKind.MOUNT, volumeChain.inPod(), LinkState.WAITING, "not mounted yet");
                    case ENDING ->
                        new ChainLink(LinkKind.MOUNT, volumeChain.inPod(), LinkState.WAITING, "being unmounted");
                    case FINISHED, UNSCHEDULED ->
                        new ChainLink(LinkKind.MOUNT, volumeChain.inPod(), LinkState.UNKNOWN, "nothing to mount");
                })
                .orElseGet(() -> new ChainLink(LinkKind.MOUNT, "", LinkState.UNKNOWN, "nothing to mount"));
    }

    private static boolean isOn(VolumeChain volumeChain, PodVolumePhase podVolumePhase) {
        return volumeChain
                .pod()
                .filter(pod -> PodVolumePhase.of(pod) == podVolumePhase)
                .isPresent();
    }

    /// A hostPath, NFS or local volume: no CSI driver is involved.
    private static boolean isPlain(VolumeChain volumeChain) {
        return volumeChain
                .volume()
                .filter(volume -> !volume.json().path("spec").has("csi"))
                .filter(volume ->
                        volumeChain.driver().isEmpty() || !volumeChain.driver().contains("."))
                .isPresent();
    }
}
