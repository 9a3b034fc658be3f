package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.NameSummary;
import java.util.List;

/// Storage classes.
final class StorageClassChecks {
    private static final String DEFAULT = "storageclass.kubernetes.io/is-default-class";
    private static final String OLD_DEFAULT = "storageclass.beta.kubernetes.io/is-default-class";

    private StorageClassChecks() {}

    static List<CheckResult> defaults(ClusterState clusterState) {
        List<String> names = clusterState.all(ResourceKind.CLASS).stream()
                .filter(one -> isTrue(one, DEFAULT) || isTrue(one, OLD_DEFAULT))
                .map(KubeResource::name)
                .toList();
        return List.of(
                switch (names.size()) {
                    case 0 ->
                        CheckResult.note(
                                "class-default",
                                "No storage class is the default: claims that name none wait for a volume that somebody"
                                        + " makes by hand.",
                                "kubectl annotate storageclass NAME " + DEFAULT + "=true");
                    case 1 -> CheckResult.ok("class-default", names.getFirst() + " is the default class.");
                    default ->
                        CheckResult.warn(
                                "class-default",
                                "Several classes are the default: " + NameSummary.of(names)
                                        + ". Claims that name none get the youngest.",
                                "kubectl annotate --overwrite storageclass NAME " + DEFAULT + "=false");
                });
    }

    private static boolean isTrue(KubeResource storageClass, String annotation) {
        return storageClass.annotation(annotation).filter("true"::equals).isPresent();
    }

    static List<CheckResult> drivers(ClusterState clusterState) {
        DriverInventory drivers = DriverInventory.in(clusterState);
        List<String> without = clusterState.all(ResourceKind.CLASS).stream()
                .filter(one -> !one.text("/provisioner").startsWith("kubernetes.io/"))
                .filter(one -> !drivers.isKnown(one.text("/provisioner")))
                .map(one -> one.name() + " (" + one.text("/provisioner") + ")")
                .toList();
        return List.of(
                without.isEmpty()
                        ? CheckResult.ok("class-drivers", "Every storage class has a driver that is known.")
                        : CheckResult.warn(
                                "class-drivers",
                                "Classes whose provisioner is no CSI driver here: " + NameSummary.of(without) + ".",
                                "Look for a typing mistake, install the driver, or ignore it when the provisioner works"
                                        + " without CSI."));
    }
}
