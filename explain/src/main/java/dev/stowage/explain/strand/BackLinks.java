package dev.stowage.explain.strand;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import java.util.Optional;

/// The half of the chain behind the volume: attachment, node, registration, driver, mount.
final class BackLinks {

    private BackLinks() {}

    static Link attachment(Strand strand) {
        if (isPlain(strand)) {
            return new Link(Part.ATTACHMENT, "", State.SKIPPED, "no CSI volume");
        }
        if (strand.csiDriver()
                .filter(driver -> driver.text("/spec/attachRequired").equals("false"))
                .isPresent()) {
            return new Link(Part.ATTACHMENT, "", State.SKIPPED, "attachRequired is false: nothing to attach");
        }
        return strand.attachment().map(BackLinks::attachment).orElseGet(() -> unattached(strand));
    }

    private static Link attachment(Thing attachment) {
        String node = attachment.text("/spec/nodeName");
        if (attachment.isDeleting()) {
            return Link.of(Part.ATTACHMENT, attachment, State.WAITING, "is being detached from " + node);
        }
        if (attachment.text("/status/attached").equals("true")) {
            return Link.of(Part.ATTACHMENT, attachment, State.FINE, "attached to " + node);
        }
        String error = attachment.text("/status/attachError/message");
        return error.isEmpty()
                ? Link.of(Part.ATTACHMENT, attachment, State.WAITING, "is not attached to " + node + " yet")
                : Link.of(Part.ATTACHMENT, attachment, State.BROKEN, error);
    }

    private static Link unattached(Strand strand) {
        if (!strand.picture().sees(Sort.ATTACHMENT)) {
            return new Link(Part.ATTACHMENT, "", State.UNKNOWN, "could not be looked at");
        }
        boolean needed = strand.volume().isPresent() && isOn(strand, Phase.MOUNTING);
        return needed
                ? new Link(Part.ATTACHMENT, "", State.WAITING, "is not made yet")
                : new Link(Part.ATTACHMENT, "", State.UNKNOWN, "nothing to attach yet");
    }

    static Link node(Strand strand) {
        String name = strand.pod()
                .map(pod -> pod.text("/spec/nodeName"))
                .or(() -> strand.attachment().map(attachment -> attachment.text("/spec/nodeName")))
                .orElse("");
        if (name.isEmpty()) {
            return new Link(Part.NODE, "", State.UNKNOWN, "none is chosen");
        }
        if (!strand.picture().sees(Sort.NODE)) {
            return new Link(Part.NODE, name, State.UNKNOWN, "could not be looked at");
        }
        return strand.node()
                .map(BackLinks::node)
                .orElseGet(() -> new Link(Part.NODE, name, State.BROKEN, "does not exist"));
    }

    private static Link node(Thing node) {
        String ready = node.condition("Ready")
                .map(each -> each.path("status").asText(""))
                .orElse("Unknown");
        return switch (ready) {
            case "True" -> Link.of(Part.NODE, node, State.FINE, "Ready");
            case "False" -> Link.of(Part.NODE, node, State.BROKEN, "not Ready");
            default -> Link.of(Part.NODE, node, State.BROKEN, "not heard of");
        };
    }

    static Link registration(Strand strand) {
        String driver = strand.driver();
        if (isPlain(strand) || driver.isEmpty()) {
            return new Link(Part.REGISTRATION, "", State.SKIPPED, "no CSI driver");
        }
        Optional<Thing> node = strand.node();
        if (node.isEmpty() || !strand.picture().sees(Sort.CSI_NODE)) {
            return new Link(Part.REGISTRATION, driver, State.UNKNOWN, "needs a node");
        }
        String where = node.get().name();
        return strand.csiNode().flatMap(each -> registered(each, driver)).isPresent()
                ? new Link(Part.REGISTRATION, driver, State.FINE, "registered on " + where)
                : new Link(Part.REGISTRATION, driver, State.BROKEN, "not registered on " + where);
    }

    static Optional<JsonNode> registered(Thing csiNode, String driver) {
        return csiNode.list("/spec/drivers")
                .filter(each -> each.path("name").asText("").equals(driver))
                .findFirst();
    }

    static Link driver(Strand strand) {
        String name = strand.driver();
        if (isPlain(strand) || name.isEmpty()) {
            return new Link(Part.DRIVER, "", State.SKIPPED, "no CSI driver");
        }
        return strand.csiDriver()
                .map(driver -> Link.of(
                        Part.DRIVER,
                        driver,
                        State.FINE,
                        driver.text("/spec/attachRequired").equals("false") ? "attaches nothing" : "attaches volumes"))
                .orElseGet(() -> new Link(Part.DRIVER, name, State.UNKNOWN, "has no CSIDriver object"));
    }

    static Link mount(Strand strand) {
        return strand.pod()
                .map(pod -> switch (Phase.of(pod)) {
                    case RUNNING, STARTING ->
                        new Link(Part.MOUNT, strand.inPod(), State.FINE, "mounted into pod/" + pod.name());
                    case MOUNTING -> new Link(Part.MOUNT, strand.inPod(), State.WAITING, "not mounted yet");
                    case ENDING -> new Link(Part.MOUNT, strand.inPod(), State.WAITING, "is being unmounted");
                    case FINISHED, UNSCHEDULED ->
                        new Link(Part.MOUNT, strand.inPod(), State.UNKNOWN, "nothing to mount");
                })
                .orElseGet(() -> new Link(Part.MOUNT, "", State.UNKNOWN, "nothing to mount"));
    }

    private static boolean isOn(Strand strand, Phase phase) {
        return strand.pod().filter(pod -> Phase.of(pod) == phase).isPresent();
    }

    /// A folder, NFS, a disk of the node: no driver takes part.
    private static boolean isPlain(Strand strand) {
        return strand.volume()
                .filter(volume -> !volume.json().path("spec").has("csi"))
                .filter(volume -> strand.driver().isEmpty() || !strand.driver().contains("."))
                .isPresent();
    }
}
