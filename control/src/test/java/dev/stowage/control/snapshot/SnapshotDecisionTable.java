package dev.stowage.control.snapshot;

import static java.util.Objects.requireNonNull;

import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Cases from a text: after `#` the title, then the objects, then after a line of dashes the expected
/// actions.
final class SnapshotDecisionTable {
    private static final Instant NOW = Instant.parse("2026-02-03T04:05:06.7Z");

    private SnapshotDecisionTable() {}

    record Case(String title, List<SnapshotTestObjects> objects, List<String> kinds, List<String> wanted) {

        @Override
        public String toString() {
            return title;
        }
    }

    static Stream<Case> read(String name) throws IOException {
        String text;
        try (var in = requireNonNull(SnapshotDecisionTable.class.getResourceAsStream(name), name)) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        return Stream.of(text.split("\n\n"))
                .filter(block -> block.startsWith("#"))
                .map(SnapshotDecisionTable::one);
    }

    private static Case one(String block) {
        List<String> lines = block.strip().lines().toList();
        int dashes = lines.indexOf("----");
        List<SnapshotTestObjects> objects = new ArrayList<>();
        List<String> kinds = new ArrayList<>();
        for (String line : lines.subList(1, dashes)) {
            List<String> words = List.of(line.strip().split(" +"));
            kinds.add(words.getFirst());
            objects.add(new SnapshotTestObjects(
                    words.size() > 1 ? words.get(1) : "", words.subList(Math.min(2, words.size()), words.size())));
        }
        return new Case(lines.getFirst().substring(1).strip(), objects, kinds, lines.subList(dashes + 1, lines.size()));
    }

    /// The executed actions, as lines.
    static List<String> decide(Case of) {
        Map<String, List<SnapshotTestObjects>> all = new HashMap<>();
        for (int i = 0; i < of.kinds().size(); i++) {
            all.computeIfAbsent(of.kinds().get(i), _ -> new ArrayList<>())
                    .add(of.objects().get(i));
        }
        SnapshotActions snapshotActions =
                all.containsKey("group") && !all.containsKey("snapshot") ? group(all) : snapshot(all);
        return snapshotActions.all().stream().map(SnapshotActionText::of).toList();
    }

    private static Stream<SnapshotTestObjects> each(Map<String, List<SnapshotTestObjects>> all, String kind) {
        return all.getOrDefault(kind, List.of()).stream();
    }

    private static SnapshotActions snapshot(Map<String, List<SnapshotTestObjects>> all) {
        VolumeSnapshot snapshot = each(all, "snapshot")
                .map(SnapshotTestObjects::snapshot)
                .findFirst()
                .orElseThrow();
        String name = ContentName.of(snapshot);
        List<VolumeSnapshotContent> contents =
                each(all, "content").map(SnapshotTestObjects::content).toList();
        List<Node> nodes = each(all, "node").map(SnapshotTestObjects::node).toList();
        List<VolumeSnapshotClass> classes =
                each(all, "class").map(SnapshotTestObjects::snapshotClass).toList();
        VolumeGroupSnapshot group =
                each(all, "group").map(SnapshotTestObjects::group).findFirst().orElse(null);
        return SnapshotDecision.of(new SnapshotState(
                snapshot,
                classes,
                each(all, "claim")
                        .map(SnapshotTestObjects::claim)
                        .filter(claim -> claim.meta().name().equals(snapshot.claimName()))
                        .findFirst()
                        .orElse(null),
                each(all, "volume").map(SnapshotTestObjects::volume).findFirst().orElse(null),
                contents.stream()
                        .filter(content ->
                                name.isEmpty() || content.meta().name().equals(name))
                        .findFirst()
                        .orElse(null),
                all.containsKey("restoring"),
                new SnapshotState.Group(
                        group,
                        all.containsKey("groups-unknown"),
                        group == null ? "" : group.meta().name()),
                nodes,
                !all.containsKey("modes-forgotten"),
                NOW));
    }

    private static SnapshotActions group(Map<String, List<SnapshotTestObjects>> all) {
        VolumeGroupSnapshot group =
                each(all, "group").map(SnapshotTestObjects::group).findFirst().orElseThrow();
        String name = ContentName.of(group);
        List<PersistentVolumeClaim> claims =
                each(all, "claim").map(SnapshotTestObjects::claim).toList();
        List<PersistentVolume> volumes =
                each(all, "volume").map(SnapshotTestObjects::volume).toList();
        Map<String, PersistentVolume> byName = new HashMap<>();
        volumes.forEach(volume -> byName.put(volume.meta().name(), volume));
        VolumeGroupSnapshotContent content = each(all, "groupcontent")
                .map(SnapshotTestObjects::groupContent)
                .filter(each -> each.meta().name().equals(name))
                .findFirst()
                .orElse(null);
        List<VolumeSnapshot> parts =
                each(all, "part").map(SnapshotTestObjects::snapshot).toList();
        List<VolumeSnapshotContent> contents =
                each(all, "content").map(SnapshotTestObjects::content).toList();
        List<GroupSnapshotState.Member> members = content == null || content.status() == null
                ? List.of()
                : content.status().members().stream()
                        .map(info -> new GroupSnapshotState.Member(
                                info,
                                volumes.stream()
                                        .filter(volume -> volume.csi() != null
                                                && volume.csi().handle().equals(info.volumeHandle()))
                                        .findFirst()
                                        .orElse(null),
                                parts.stream()
                                        .filter(part -> part.meta().uid().equals("part-of-" + info.volumeHandle()))
                                        .findFirst()
                                        .orElse(null),
                                contents.stream()
                                        .filter(each -> each.volumeHandle().equals(info.volumeHandle()))
                                        .findFirst()
                                        .orElse(null)))
                        .toList();
        return GroupSnapshotDecision.of(new GroupSnapshotState(
                group,
                each(all, "class").map(SnapshotTestObjects::snapshotClass).toList(),
                claims,
                byName,
                content,
                members,
                parts,
                all.containsKey("restoring") ? parts.subList(0, 1) : List.of(),
                each(all, "node").map(SnapshotTestObjects::node).toList(),
                NOW));
    }
}
