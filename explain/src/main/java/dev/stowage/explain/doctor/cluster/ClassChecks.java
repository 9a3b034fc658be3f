package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.doctor.Listed;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import java.util.List;

/// Storage classes.
final class ClassChecks {
    private static final String DEFAULT = "storageclass.kubernetes.io/is-default-class";
    private static final String OLD_DEFAULT = "storageclass.beta.kubernetes.io/is-default-class";

    private ClassChecks() {}

    static List<Check> defaults(Picture picture) {
        List<String> names = picture.all(Sort.CLASS).stream()
                .filter(one -> isTrue(one, DEFAULT) || isTrue(one, OLD_DEFAULT))
                .map(Thing::name)
                .toList();
        return List.of(
                switch (names.size()) {
                    case 0 ->
                        Check.note(
                                "class-default",
                                "No storage class is the default: claims that name none wait for a volume that somebody"
                                        + " makes by hand.",
                                "kubectl annotate storageclass NAME " + DEFAULT + "=true");
                    case 1 -> Check.ok("class-default", names.getFirst() + " is the default class.");
                    default ->
                        Check.warn(
                                "class-default",
                                "Several classes are the default: " + Listed.of(names)
                                        + ". Claims that name none get the youngest.",
                                "kubectl annotate --overwrite storageclass NAME " + DEFAULT + "=false");
                });
    }

    private static boolean isTrue(Thing storageClass, String annotation) {
        return storageClass.annotation(annotation).filter("true"::equals).isPresent();
    }

    static List<Check> drivers(Picture picture) {
        KnownDrivers drivers = KnownDrivers.in(picture);
        List<String> without = picture.all(Sort.CLASS).stream()
                .filter(one -> !one.text("/provisioner").startsWith("kubernetes.io/"))
                .filter(one -> !drivers.isKnown(one.text("/provisioner")))
                .map(one -> one.name() + " (" + one.text("/provisioner") + ")")
                .toList();
        return List.of(
                without.isEmpty()
                        ? Check.ok("class-drivers", "Every storage class has a driver that is known.")
                        : Check.warn(
                                "class-drivers",
                                "Classes whose provisioner is no CSI driver here: " + Listed.of(without) + ".",
                                "Look for a typing mistake, install the driver, or ignore it when the provisioner works"
                                        + " without CSI."));
    }
}
