package dev.stowage.explain.cause.bind;

import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.flags.SpellingSuggestion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Who should make a claim's volume, and what can be seen of them.
///
/// @param name the provisioner
record Maker(Wish wish, String name) {
    private static final List<String> MADE_BY = List.of("pv.kubernetes.io/provisioned-by");
    private static final Duration USUAL_LEASE = Duration.ofSeconds(15);
    private static final int MISSED = 3;

    private Picture picture() {
        return wish.strand().picture();
    }

    /// Whether anything in the cluster knows this name.
    boolean isKnown() {
        return picture().find(Sort.DRIVER, name).isPresent()
                || registrations().findAny().isPresent()
                || lease().isPresent()
                || !workloads().isEmpty()
                || hasSpoken()
                || picture().all(Sort.VOLUME).stream()
                        .anyMatch(volume -> MADE_BY.stream()
                                .anyMatch(key -> volume.annotation(key).equals(Optional.of(name))));
    }

    /// Nothing can be said about those who are not looked for.
    boolean isLookedFor() {
        return Stream.of(Sort.DRIVER, Sort.CSI_NODE, Sort.LEASE, Sort.DEPLOYMENT)
                .allMatch(picture()::sees);
    }

    /// Nodes where the driver is registered.
    Stream<Thing> registrations() {
        return picture().all(Sort.CSI_NODE).stream()
                .filter(node -> node.list("/spec/drivers")
                        .anyMatch(each -> each.path("name").asText("").equals(name)));
    }

    /// Whoever leads holds a lease that carries the name, without what names of objects must not have.
    Optional<Thing> lease() {
        String plain = name.replaceAll("[^a-zA-Z0-9-]", "-");
        return picture().all(Sort.LEASE).stream()
                .filter(lease -> lease.name().equals(plain) || lease.name().equals(name.replace('/', '-')))
                .findFirst();
    }

    boolean isStale(Thing lease) {
        Instant renewed = lease.time("/spec/renewTime").orElse(picture().taken());
        long seconds = lease.json().at("/spec/leaseDurationSeconds").asLong(USUAL_LEASE.toSeconds());
        Duration silent = Duration.between(renewed, picture().taken());
        return lease.text("/spec/holderIdentity").isEmpty()
                || silent.compareTo(Duration.ofSeconds(seconds * MISSED)) > 0;
    }

    /// What runs with this name among its words, such as `--driver-name=…`.
    List<Thing> workloads() {
        return Stream.of(Sort.DEPLOYMENT, Sort.STATEFUL_SET, Sort.DAEMON_SET)
                .flatMap(sort -> picture().all(sort).stream())
                .filter(thing -> thing.json().at("/spec/template").toString().contains(name))
                .toList();
    }

    static boolean isDown(Thing workload) {
        if (workload.sort() == Sort.DAEMON_SET) {
            return workload.json().at("/status/numberReady").asLong(0) == 0;
        }
        return workload.json().at("/status/readyReplicas").asLong(0) == 0;
    }

    /// Provisioners sign what they tell with their name and that of their pod.
    boolean hasSpoken() {
        return spoken().findAny().isPresent();
    }

    Stream<Heard> spoken() {
        return Heard.about(wish.claim(), wish.strand())
                .filter(heard -> heard.told().from().startsWith(name));
    }

    /// What the class may have meant.
    Optional<String> near() {
        Set<String> names = new TreeSet<>();
        picture().all(Sort.DRIVER).forEach(driver -> names.add(driver.name()));
        picture().all(Sort.CSI_NODE).stream()
                .flatMap(node -> node.list("/spec/drivers"))
                .forEach(driver -> names.add(driver.path("name").asText("")));
        return SpellingSuggestion.nearest(name, names);
    }
}
