package dev.stowage.control.snapshot;

import static java.util.Objects.requireNonNull;

import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.model.PersistentVolume;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Cases from a text: after `#` what is to be shown, then the objects that there are, then after a line of dashes the
/// steps that are to be taken.
final class DecisionTable {
    private static final Instant NOW = Instant.parse("2026-02-03T04:05:06.7Z");

    private DecisionTable() {}

    record Case(String title, List<Written> objects, List<String> kinds, List<String> wanted) {

        @Override
        public String toString() {
            return title;
        }
    }

    static Stream<Case> read(String name) throws IOException {
        String text;
        try (var in = requireNonNull(DecisionTable.class.getResourceAsStream(name), name)) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        return Stream.of(text.split("\n\n"))
                .filter(block -> block.startsWith("#"))
                .map(DecisionTable::one);
    }

    private static Case one(String block) {
        List<String> lines = block.strip().lines().toList();
        int dashes = lines.indexOf("----");
        List<Written> objects = new ArrayList<>();
        List<String> kinds = new ArrayList<>();
        for (String line : lines.subList(1, dashes)) {
            List<String> words = List.of(line.strip().split(" +"));
            kinds.add(words.getFirst());
            objects.add(new Written(
                    words.size() > 1 ? words.get(1) : "", words.subList(Math.min(2, words.size()), words.size())));
        }
        return new Case(lines.getFirst().substring(1).strip(), objects, kinds, lines.subList(dashes + 1, lines.size()));
    }

    /// The steps that are taken, as lines.
    static List<String> decide(Case of) {
        Map<String, List<Written>> all = new HashMap<>();
        for (int i = 0; i < of.kinds().size(); i++) {
            all.computeIfAbsent(of.kinds().get(i), _ -> new ArrayList<>())
                    .add(of.objects().get(i));
        }
        Verdict verdict = all.containsKey("group") && !all.containsKey("snapshot") ? group(all) : snapshot(all);
        return verdict.acts().stream().map(ActText::of).toList();
    }

    private static Stream<Written> each(Map<String, List<Written>> all, String kind) {
        return all.getOrDefault(kind, List.of()).stream();
    }

    private static Verdict snapshot(Map<String, List<Written>> all) {
        VolumeSnapshot snapshot =
                each(all, "snapshot").map(Written::snapshot).findFirst().orElseThrow();
        String name = ContentName.of(snapshot);
        List<VolumeSnapshotContent> contents =
                each(all, "content").map(Written::content).toList();
        List<Node> nodes = each(all, "node").map(Written::node).toList();
        List<VolumeSnapshotClass> classes =
                each(all, "class").map(Written::snapshotClass).toList();
        VolumeGroupSnapshot group = each(all, "group").map(Written::group).findFirst().orElse(null);
        return SnapshotDecision.of(new SnapshotSight(
                snapshot,
                classes,
                each(all, "claim")
                        .map(Written::claim)
                        .filter(claim -> claim.meta().name().equals(snapshot.claimName()))
                        .findFirst()
                        .orElse(null),
                each(all, "volume").map(Written::volume).findFirst().orElse(null),
                contents.stream()
                        .filter(content ->
                                name.isEmpty() || content.meta().name().equals(name))
                        .findFirst()
                        .orElse(null),
                all.containsKey("restoring"),
                new SnapshotSight.Group(
                        group,
                        all.containsKey("groups-unknown"),
                        group == null ? "" : group.meta().name()),
                nodes,
                !all.containsKey("modes-forgotten"),
                NOW));
    }

    private static Verdict group(Map<String, List<Written>> all) {
        VolumeGroupSnapshot group = each(all, "group").map(Written::group).findFirst().orElseThrow();
        String name = ContentName.of(group);
        List<PersistentVolumeClaim> claims = each(all, "claim").map(Written::claim).toList();
        List<PersistentVolume> volumes = each(all, "volume").map(Written::volume).toList();
        Map<String, PersistentVolume> byName = new HashMap<>();
        volumes.forEach(volume -> byName.put(volume.meta().name(), volume));
        VolumeGroupSnapshotContent content = each(all, "groupcontent")
                .map(Written::groupContent)
                .filter(each -> each.meta().name().equals(name))
                .findFirst()
                .orElse(null);
        List<VolumeSnapshot> parts = each(all, "part").map(Written::snapshot).toList();
        List<VolumeSnapshotContent> contents =
                each(all, "content").map(Written::content).toList();
        List<GroupSight.Member> members = content == null || content.status() == null
                ? List.of()
                : content.status().members().stream()
                        .map(info -> new GroupSight.Member(
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
        return GroupDecision.of(new GroupSight(
                group,
                each(all, "class").map(Written::snapshotClass).toList(),
                claims,
                byName,
                content,
                members,
                parts,
                all.containsKey("restoring") ? parts.subList(0, 1) : List.of(),
                each(all, "node").map(Written::node).toList(),
                NOW));
    }
}
