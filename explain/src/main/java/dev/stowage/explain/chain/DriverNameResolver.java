package dev.stowage.explain.chain;

import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.kube.csitranslation.CsiTranslator;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Whose volume it is. The nearer to the volume somebody is, the better they know.
///
/// @param inline the driver that a pod names itself; empty when it does not
record DriverNameResolver(
        Optional<KubeResource> claim,
        Optional<KubeResource> storageClass,
        Optional<KubeResource> volume,
        Optional<KubeResource> attachment,
        Optional<KubeResource> content,
        String inline) {

    private static final String PROVISIONER = "volume.kubernetes.io/storage-provisioner";
    private static final String OLD_PROVISIONER = "volume.beta.kubernetes.io/storage-provisioner";

    /// Empty when nothing tells it.
    String name() {
        return Stream.of(
                        Optional.of(inline),
                        volume.map(kubeResource -> kubeResource.text("/spec/csi/driver")),
                        volume.flatMap(kubeResource -> kubeResource.annotation(CsiTranslator.MIGRATED_TO)),
                        attachment.map(kubeResource -> kubeResource.text("/spec/attacher")),
                        claim.flatMap(kubeResource -> kubeResource.annotation(CsiTranslator.MIGRATED_TO)),
                        claim.flatMap(kubeResource -> kubeResource.annotation(PROVISIONER)),
                        claim.flatMap(kubeResource -> kubeResource.annotation(OLD_PROVISIONER)),
                        storageClass.map(kubeResource -> kubeResource.text("/provisioner")),
                        content.map(kubeResource -> kubeResource.text("/spec/driver")))
                .flatMap(Optional::stream)
                .filter(Predicate.not(String::isEmpty))
                .findFirst()
                // What was part of Kubernetes once is a driver today.
                .map(name -> CsiTranslator.driver(name).orElse(name))
                .orElse("");
    }
}
