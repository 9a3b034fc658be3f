package dev.stowage.control.attachdetach;

import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeAttachment;
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

/// Reads the state that decisions are based on.
final class AttachStateReader {
    private final DesiredAttachments desired;
    private final AttachDetachMemory attachDetachMemory;
    private final DeletedNodeVolumes deletedNodeVolumes;
    private final Informer<VolumeAttachment> attachments;
    private final Informer<Node> nodes;
    private final Index<VolumeAttachment> byVolume;
    private final Index<VolumeAttachment> byNode;
    private final Index<Node> nodesByName;

    AttachStateReader(
            Informers informers,
            DesiredAttachments desired,
            AttachDetachMemory attachDetachMemory,
            DeletedNodeVolumes deletedNodeVolumes) {
        this.desired = desired;
        this.attachDetachMemory = attachDetachMemory;
        this.deletedNodeVolumes = deletedNodeVolumes;
        attachments = informers.of(Kinds.ATTACHMENTS);
        nodes = informers.of(Kinds.NODES);
        byVolume = attachments.index(attachment -> List.of(AttachmentResolver.source(attachment)));
        byNode = attachments.index(attachment -> List.of(attachment.nodeName()));
        nodesByName = nodes.index(AttachStateReader::listed);
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

    /// Whether an attachment to a node is still expected, as far as the cache shows.
    boolean isAttaching(String node) {
        return byNode.get(node).stream()
                .anyMatch(attachment ->
                        !attachment.attached() && attachment.attachError() == null && !attachment.isBeingDeleted());
    }

    boolean isExclusive(String volume) {
        AttachableVolume attachableVolume = desired.target(volume);
        return attachableVolume != null && attachableVolume.exclusive();
    }

    /// The volume of an attachment. Empty for an attachment that another client created under its own name:
    /// it is not ours to delete.
    Optional<String> volumeOf(VolumeAttachment attachment) {
        return AttachmentResolver.of(attachment, desired::volume, this::namesAt);
    }

    /// All volumes that are related to a node.
    private Set<String> namesAt(String node) {
        Set<String> names = new HashSet<>();
        desired.podsOn(node)
                .forEach(pod -> desired.names(pod).stream()
                        .filter(name -> desired.pods(name).contains(pod))
                        .forEach(names::add));
        nodes.find(node).ifPresent(found -> names.addAll(listed(found)));
        names.addAll(deletedNodeVolumes.inUse(node));
        return names;
    }

    VolumeAttachState volume(String name) {
        Map<String, VolumeAttachment> found = new TreeMap<>();
        Set<String> elsewhere = new HashSet<>();
        String unknown = VolumeNodeKey.unknownAttachment(name);
        if (!unknown.isEmpty()) {
            attachments
                    .find(unknown)
                    .filter(attachment ->
                            volumeOf(attachment).filter(name::equals).isPresent())
                    .ifPresent(attachment -> found.put(attachment.nodeName(), attachment));
        }
        Stream<VolumeAttachment> known = Stream.concat(
                desired.volumes(name).stream().flatMap(volume -> attachmentsOf(volume).stream()),
                byVolume.get(name).stream());
        known.forEach(attachment -> {
            if (volumeOf(attachment).filter(name::equals).isPresent()) {
                found.put(attachment.nodeName(), attachment);
            } else if (attachment.attached()) {
                elsewhere.add(attachment.nodeName());
            }
        });
        Map<String, List<Pod>> pods = desired.pods(name).stream().collect(Collectors.groupingBy(Pod::nodeName));
        Set<String> places = new HashSet<>(pods.keySet());
        nodesByName.get(name).forEach(node -> places.add(node.meta().name()));
        places.addAll(deletedNodeVolumes.using(name));
        places.addAll(attachDetachMemory.nodesOf(name));
        // An attachment whose PersistentVolume is deleted is found by its name.
        CsiVolume.of(name)
                .ifPresent(volume -> places.forEach(node -> attachments
                        .find(volume.attachmentName(node))
                        .ifPresent(attachment -> found.put(node, attachment))));
        places.addAll(found.keySet());
        List<VolumeNodeState> links = places.stream()
                .sorted()
                .map(node -> link(name, node, pods.getOrDefault(node, List.of()), Optional.ofNullable(found.get(node))))
                .toList();
        return new VolumeAttachState(desired.target(name), links, elsewhere);
    }

    private VolumeNodeState link(String volume, String place, List<Pod> pods, Optional<VolumeAttachment> attachment) {
        Optional<Node> node = nodes.find(place);
        return new VolumeNodeState(
                node.map(NodeState::of).orElseGet(() -> NodeState.deleted(place)),
                pods,
                attachment.orElse(null),
                node.map(found -> found.inUse().contains(volume))
                        .orElseGet(() -> deletedNodeVolumes.mayUse(place, volume)),
                node.filter(found -> found.attached().stream()
                                .anyMatch(listed -> listed.name().equals(volume)))
                        .isPresent(),
                attachDetachMemory.of(new VolumeNodeKey(volume, place)));
    }

    List<NodeAttachState.AttachedVolume> items(String node) {
        Map<String, NodeAttachState.AttachedVolume> items = new HashMap<>();
        for (VolumeAttachment attachment : byNode.get(node)) {
            volumeOf(attachment).ifPresent(name -> {
                AttachableVolume attachableVolume = desired.target(name);
                List<Pod> pods = desired.pods(name).stream()
                        .filter(pod -> pod.nodeName().equals(node))
                        .toList();
                VolumeNodeMemory memory =
                        attachDetachMemory.of(new VolumeNodeKey(name, node)).about(attachment);
                items.put(
                        name,
                        new NodeAttachState.AttachedVolume(
                                name,
                                attachableVolume == null ? name : attachableVolume.title(),
                                attachment,
                                pods,
                                memory.detachPhase()));
            });
        }
        return new ArrayList<>(items.values());
    }
}
