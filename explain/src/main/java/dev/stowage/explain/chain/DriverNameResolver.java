package dev.stowage.explain.chain;

import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.csitranslation.CsiTranslator;
import java.util.List;
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

    /// The sources that nodes mount themselves.
    private static final List<String> WITHOUT_DRIVER = List.of("hostPath", "local", "nfs");

    /// Empty if unknown, and for a volume without a driver, whatever its class says.
    String name() {
        if (volume.filter(DriverNameResolver::needsNoDriver).isPresent()) {
            return "";
        }
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

    private static boolean needsNoDriver(KubeResource volume) {
        return WITHOUT_DRIVER.stream().anyMatch(volume.json().path("spec")::has);
    }
}
