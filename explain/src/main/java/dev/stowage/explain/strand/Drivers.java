package dev.stowage.explain.strand;

import dev.stowage.explain.picture.Thing;
import dev.stowage.kube.csitranslation.CsiTranslator;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Whose volume it is. The nearer to the volume somebody is, the better they know.
///
/// @param inline the driver that a pod names itself; empty when it does not
record Drivers(
        Optional<Thing> claim,
        Optional<Thing> storageClass,
        Optional<Thing> volume,
        Optional<Thing> attachment,
        Optional<Thing> content,
        String inline) {

    private static final String PROVISIONER = "volume.kubernetes.io/storage-provisioner";
    private static final String OLD_PROVISIONER = "volume.beta.kubernetes.io/storage-provisioner";

    /// Empty when nothing tells it.
    String name() {
        return Stream.of(
                        Optional.of(inline),
                        volume.map(thing -> thing.text("/spec/csi/driver")),
                        volume.flatMap(thing -> thing.annotation(CsiTranslator.MIGRATED_TO)),
                        attachment.map(thing -> thing.text("/spec/attacher")),
                        claim.flatMap(thing -> thing.annotation(CsiTranslator.MIGRATED_TO)),
                        claim.flatMap(thing -> thing.annotation(PROVISIONER)),
                        claim.flatMap(thing -> thing.annotation(OLD_PROVISIONER)),
                        storageClass.map(thing -> thing.text("/provisioner")),
                        content.map(thing -> thing.text("/spec/driver")))
                .flatMap(Optional::stream)
                .filter(Predicate.not(String::isEmpty))
                .findFirst()
                // What was part of Kubernetes once is a driver today.
                .map(name -> CsiTranslator.driver(name).orElse(name))
                .orElse("");
    }
}
