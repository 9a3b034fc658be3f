package dev.stowage.control.attach;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PersistentVolume;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Looks up what decisions rest on.
final class Survey {
    private final Wants wants;
    private final Memories memories;
    private final Ghosts ghosts;
    private final Informer<VolumeAttachment> attachments;
    private final Informer<Node> nodes;
    private final Index<VolumeAttachment> byVolume;
    private final Index<VolumeAttachment> byNode;
    private final Index<Node> nodesByName;

    Survey(Informers informers, Wants wants, Memories memories, Ghosts ghosts) {
        this.wants = wants;
        this.memories = memories;
        this.ghosts = ghosts;
        attachments = informers.of(Kinds.ATTACHMENTS);
        nodes = informers.of(Kinds.NODES);
        byVolume = attachments.index(attachment -> List.of(Identity.source(attachment)));
        byNode = attachments.index(attachment -> List.of(attachment.nodeName()));
        nodesByName = nodes.index(Survey::listed);
    }

    private static Set<String> listed(Node node) {
        return Stream.concat(node.attached().stream().map(Node.AttachedVolume::name), node.inUse().stream())
                .filter(CsiVolume::isUniqueName)
                .collect(Collectors.toSet());
    }

    List<VolumeAttachment> attachmentsOf(PersistentVolume volume) {
        return byVolume.get(volume.meta().name());
    }

    List<VolumeAttachment> attachmentsTo(String node) {
        return byNode.get(node);
    }

    boolean hasAttachmentsTo(String node) {
        return byNode.has(node);
    }

    /// Whether some attachment to a node is still to come, as far as anybody can tell.
    boolean isAttaching(String node) {
        return byNode.get(node).stream()
                .anyMatch(attachment ->
                        !attachment.attached() && attachment.attachError() == null && !attachment.isBeingDeleted());
    }

    boolean isExclusive(String volume) {
        Target target = wants.target(volume);
        return target != null && target.exclusive();
    }

    /// The volume that an attachment is of. Empty for an attachment that somebody else made, under a name of his own:
    /// it
    /// is not ours to remove.
    Optional<String> volumeOf(VolumeAttachment attachment) {
        return Identity.of(attachment, wants::volume, this::namesAt);
    }

    /// All volumes that have to do with a node.
    private Set<String> namesAt(String node) {
        Set<String> names = new HashSet<>();
        wants.podsOn(node)
                .forEach(pod -> wants.names(pod).stream()
                        .filter(name -> wants.pods(name).contains(pod))
                        .forEach(names::add));
        nodes.find(node).ifPresent(found -> names.addAll(listed(found)));
        names.addAll(ghosts.inUse(node));
        return names;
    }

    VolumeView volume(String name) {
        Map<String, VolumeAttachment> found = new TreeMap<>();
        Set<String> elsewhere = new HashSet<>();
        String unknown = LinkKey.unknownAttachment(name);
        if (!unknown.isEmpty()) {
            attachments
                    .find(unknown)
                    .filter(attachment ->
                            volumeOf(attachment).filter(name::equals).isPresent())
                    .ifPresent(attachment -> found.put(attachment.nodeName(), attachment));
        }
        Stream<VolumeAttachment> known = Stream.concat(
                wants.volumes(name).stream().flatMap(volume -> attachmentsOf(volume).stream()),
                byVolume.get(name).stream());
        known.forEach(attachment -> {
            if (volumeOf(attachment).filter(name::equals).isPresent()) {
                found.put(attachment.nodeName(), attachment);
            } else if (attachment.attached()) {
                elsewhere.add(attachment.nodeName());
            }
        });
        Map<String, List<Pod>> pods = wants.pods(name).stream().collect(Collectors.groupingBy(Pod::nodeName));
        Set<String> places = new HashSet<>(pods.keySet());
        nodesByName.get(name).forEach(node -> places.add(node.meta().name()));
        places.addAll(ghosts.using(name));
        places.addAll(memories.nodesOf(name));
        // What has lost its volume's object is found by its name.
        CsiVolume.of(name)
                .ifPresent(volume -> places.forEach(node -> attachments
                        .find(volume.attachmentName(node))
                        .ifPresent(attachment -> found.put(node, attachment))));
        places.addAll(found.keySet());
        List<Link> links = places.stream()
                .sorted()
                .map(node -> link(name, node, pods.getOrDefault(node, List.of()), Optional.ofNullable(found.get(node))))
                .toList();
        return new VolumeView(wants.target(name), links, elsewhere);
    }

    private Link link(String volume, String place, List<Pod> pods, Optional<VolumeAttachment> attachment) {
        Optional<Node> node = nodes.find(place);
        return new Link(
                node.map(Site::of).orElseGet(() -> Site.gone(place)),
                pods,
                attachment.orElse(null),
                node.map(Node::inUse).orElseGet(() -> ghosts.inUse(place)).contains(volume),
                node.filter(found -> found.attached().stream()
                                .anyMatch(listed -> listed.name().equals(volume)))
                        .isPresent(),
                memories.of(new LinkKey(volume, place)));
    }

    List<NodeView.Item> items(String node) {
        Map<String, NodeView.Item> items = new HashMap<>();
        for (VolumeAttachment attachment : byNode.get(node)) {
            volumeOf(attachment).ifPresent(name -> {
                Target target = wants.target(name);
                List<Pod> pods = wants.pods(name).stream()
                        .filter(pod -> pod.nodeName().equals(node))
                        .toList();
                Memory memory = memories.of(new LinkKey(name, node)).about(attachment);
                items.put(
                        name,
                        new NodeView.Item(
                                name, target == null ? name : target.title(), attachment, pods, memory.handover()));
            });
        }
        return new ArrayList<>(items.values());
    }
}
