package dev.stowage.explain.strand;

import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// A strand of which some objects are known; the others follow from them.
record Knot(
        Picture picture,
        Thing subject,
        Optional<Thing> pod,
        Optional<Thing> claim,
        Optional<Thing> volume,
        Optional<Thing> attachment,
        Optional<Thing> snapshot,
        String inline,
        String inPod) {

    private static final String BETA_CLASS = "volume.beta.kubernetes.io/storage-class";

    Knot(Picture picture, Thing subject) {
        this(
                picture,
                subject,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "",
                "");
    }

    Knot withPod(Thing user, String name) {
        return new Knot(picture, subject, Optional.of(user), claim, volume, attachment, snapshot, inline, name);
    }

    Knot withClaim(Thing found) {
        return new Knot(picture, subject, pod, Optional.of(found), volume, attachment, snapshot, inline, inPod);
    }

    Knot withVolume(Thing found) {
        return new Knot(picture, subject, pod, claim, Optional.of(found), attachment, snapshot, inline, inPod);
    }

    Knot withAttachment(Thing found) {
        return new Knot(picture, subject, pod, claim, volume, Optional.of(found), snapshot, inline, inPod);
    }

    Knot withSnapshot(Thing found) {
        return new Knot(picture, subject, pod, claim, volume, attachment, Optional.of(found), inline, inPod);
    }

    /// The pod describes the volume itself, without a claim.
    Knot withDriver(String driver) {
        return new Knot(picture, subject, pod, claim, volume, attachment, snapshot, driver, inPod);
    }

    Strand tied() {
        Optional<Thing> disk = volume.or(() -> claim.flatMap(by -> named(Sort.VOLUME, by.text("/spec/volumeName"))));
        Optional<Thing> storageClass = claim.flatMap(this::classOf)
                .or(() -> disk.flatMap(by -> named(Sort.CLASS, by.text("/spec/storageClassName"))));
        Optional<Thing> shot = snapshot.or(() -> claim.flatMap(this::source));
        Optional<Thing> content = shot.flatMap(this::contentOf);
        Optional<Thing> attached = attachment.or(() -> disk.flatMap(this::attachmentOf));
        String where = pod.map(user -> user.text("/spec/nodeName"))
                .or(() -> attached.map(found -> found.text("/spec/nodeName")))
                .orElse("");
        String driver = new Drivers(claim, storageClass, disk, attached, content, inline).name();
        return new Strand(
                picture,
                subject,
                pod,
                claim,
                storageClass,
                disk,
                attached,
                picture.find(Sort.NODE, where),
                picture.find(Sort.CSI_NODE, where),
                picture.find(Sort.DRIVER, driver),
                shot,
                content,
                driver,
                inPod);
    }

    private Optional<Thing> named(Sort sort, String name) {
        return name.isEmpty() ? Optional.empty() : picture.find(sort, name);
    }

    private Optional<Thing> classOf(Thing of) {
        return of.annotation(BETA_CLASS)
                .or(() -> Optional.of(of.text("/spec/storageClassName")))
                .flatMap(name -> named(Sort.CLASS, name));
    }

    private Optional<Thing> source(Thing of) {
        return Stream.of("/spec/dataSourceRef", "/spec/dataSource")
                .filter(pointer -> of.text(pointer + "/kind").equals("VolumeSnapshot"))
                .findFirst()
                .flatMap(pointer -> {
                    String elsewhere = of.text(pointer + "/namespace");
                    return picture.find(
                            Sort.SNAPSHOT,
                            elsewhere.isEmpty() ? of.namespace() : elsewhere,
                            of.text(pointer + "/name"));
                });
    }

    private Optional<Thing> contentOf(Thing shot) {
        return Stream.of("/status/boundVolumeSnapshotContentName", "/spec/source/volumeSnapshotContentName")
                .map(shot::text)
                .filter(Predicate.not(String::isEmpty))
                .findFirst()
                .flatMap(name -> picture.find(Sort.SNAPSHOT_CONTENT, name));
    }

    /// The one on the pod's node. A pod without a node waits for the worst of them to end.
    private Optional<Thing> attachmentOf(Thing disk) {
        String where = pod.map(user -> user.text("/spec/nodeName")).orElse("");
        return picture.all(Sort.ATTACHMENT).stream()
                .filter(each -> each.text("/spec/source/persistentVolumeName").equals(disk.name()))
                .filter(each -> where.isEmpty() || each.text("/spec/nodeName").equals(where))
                .max(Comparator.comparing(Thing::isDeleting)
                        .thenComparing(each -> !each.text("/status/attached").equals("true")));
    }
}
