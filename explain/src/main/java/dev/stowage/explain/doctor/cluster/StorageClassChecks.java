package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.NameSummary;
import dev.stowage.k8s.names.StorageClassKeys;
import java.util.List;

/// Storage classes.
final class StorageClassChecks {

    private StorageClassChecks() {}

    static List<CheckResult> defaults(ClusterState clusterState) {
        List<String> names = clusterState.all(ResourceKind.CLASS).stream()
                .filter(one -> isTrue(one, StorageClassKeys.IS_DEFAULT_CLASS)
                        || isTrue(one, StorageClassKeys.BETA_IS_DEFAULT_CLASS))
                .map(KubeResource::name)
                .toList();
        return List.of(
                switch (names.size()) {
                    case 0 ->
                        CheckResult.note(
                                "class-default",
                                "No storage class is the default: claims without a class wait for a volume that is"
                                        + " created by hand.",
                                "kubectl annotate storageclass NAME " + StorageClassKeys.IS_DEFAULT_CLASS + "=true");
                    case 1 -> CheckResult.ok("class-default", names.getFirst() + " is the default class.");
                    default ->
                        CheckResult.warn(
                                "class-default",
                                "Several classes are the default: " + NameSummary.of(names)
                                        + ". Claims without a class get the newest.",
                                "kubectl annotate --overwrite storageclass NAME " + StorageClassKeys.IS_DEFAULT_CLASS
                                        + "=false");
                });
    }

    private static boolean isTrue(KubeResource storageClass, String annotation) {
        return storageClass.annotation(annotation).filter("true"::equals).isPresent();
    }

    static List<CheckResult> drivers(ClusterState clusterState) {
        DriverInventory drivers = DriverInventory.in(clusterState);
        List<String> without = clusterState.all(ResourceKind.CLASS).stream()
                .filter(one -> !one.text("/provisioner").startsWith(StorageClassKeys.IN_TREE_PREFIX))
                .filter(one -> !drivers.isKnown(one.text("/provisioner")))
                .map(one -> one.name() + " (" + one.text("/provisioner") + ")")
                .toList();
        return List.of(
                without.isEmpty()
                        ? CheckResult.ok("class-drivers", "Every storage class has an installed driver.")
                        : CheckResult.warn(
                                "class-drivers",
                                "Classes whose provisioner is not an installed CSI driver: " + NameSummary.of(without)
                                        + ".",
                                "Check for a typo, install the driver, or ignore it if the provisioner works"
                                        + " without CSI."));
    }
}
