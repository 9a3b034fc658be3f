package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The drivers of a cluster by who speaks of them.
///
/// @param declared have a CSIDriver
/// @param registered with at least one kubelet
record KnownDrivers(Set<String> declared, Set<String> registered) {

    static KnownDrivers in(Picture picture) {
        return new KnownDrivers(
                picture.all(Sort.DRIVER).stream().map(Thing::name).collect(Collectors.toCollection(TreeSet::new)),
                picture.all(Sort.CSI_NODE).stream()
                        .flatMap(node -> node.list("/spec/drivers"))
                        .map(driver -> driver.path("name").asText())
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    boolean isKnown(String driver) {
        return declared.contains(driver) || registered.contains(driver);
    }
}
