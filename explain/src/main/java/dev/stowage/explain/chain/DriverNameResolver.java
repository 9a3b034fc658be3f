package dev.stowage.explain.chain;

import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.csitranslation.CsiTranslator;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Finds the driver of a volume. The nearer an object is to the volume, the more reliable it is.
///
/// @param inline the driver that a pod names itself; empty when it does not
record DriverNameResolver(
        Optional<KubeResource> claim,
        Optional<KubeResource> storageClass,
        Optional<KubeResource> volume,
        Optional<KubeResource> attachment,
        Optional<KubeResource> content,
        String inline) {

    /// Empty if unknown.
    String name() {
        return Stream.of(
                        Optional.of(inline),
                        volume.map(kubeResource -> kubeResource.text("/spec/csi/driver")),
                        volume.flatMap(kubeResource -> kubeResource.annotation(VolumeAnnotations.MIGRATED_TO)),
                        attachment.map(kubeResource -> kubeResource.text("/spec/attacher")),
                        claim.flatMap(kubeResource -> kubeResource.annotation(VolumeAnnotations.MIGRATED_TO)),
                        claim.flatMap(kubeResource -> kubeResource.annotation(VolumeAnnotations.STORAGE_PROVISIONER)),
                        claim.flatMap(
                                kubeResource -> kubeResource.annotation(VolumeAnnotations.BETA_STORAGE_PROVISIONER)),
                        storageClass.map(kubeResource -> kubeResource.text("/provisioner")),
                        content.map(kubeResource -> kubeResource.text("/spec/driver")))
                .flatMap(Optional::stream)
                .filter(Predicate.not(String::isEmpty))
                .findFirst()
                // Former in-tree plugins are CSI drivers now.
                .map(name -> CsiTranslator.driver(name).orElse(name))
                .orElse("");
    }
}
