package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.doctor.Listed;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// What should have been over long ago.
final class StuckChecks {
    private static final Duration LONG = Duration.ofMinutes(5);

    private StuckChecks() {}

    /// The time of deletion of a pod is when its grace ends, so it is late for all of them.
    static List<Check> deletions(Picture picture) {
        List<Check> stuck = Stream.of(
                        Sort.CLAIM, Sort.VOLUME, Sort.ATTACHMENT, Sort.SNAPSHOT, Sort.SNAPSHOT_CONTENT, Sort.POD)
                .flatMap(sort -> picture.all(sort).stream())
                .filter(thing -> isSince(picture, thing, "/metadata/deletionTimestamp"))
                .map(thing -> Check.bad(
                        "deletions-stuck",
                        thing.sort().word() + " " + title(thing) + " has been deleted for "
                                + age(picture, thing, "/metadata/deletionTimestamp") + " and is still there"
                                + held(thing) + ".",
                        "stowage explain " + thing.title() + namespace(thing)))
                .toList();
        return stuck.isEmpty() ? List.of(Check.ok("deletions-stuck", "No deletion is stuck.")) : stuck;
    }

    private static String held(Thing thing) {
        List<String> finalizers =
                thing.list("/metadata/finalizers").map(each -> each.asText()).toList();
        return finalizers.isEmpty() ? "" : ", held by " + Listed.of(finalizers);
    }

    static List<Check> claims(Picture picture) {
        List<Thing> pending = picture.all(Sort.CLAIM).stream()
                .filter(claim -> claim.text("/status/phase").equals("Pending") && !claim.isDeleting())
                .filter(claim -> isSince(picture, claim, "/metadata/creationTimestamp"))
                .filter(claim -> !waitsForPod(picture, claim))
                .toList();
        return List.of(
                pending.isEmpty()
                        ? Check.ok("claims-pending", "No claim waits for long.")
                        : Check.warn(
                                "claims-pending",
                                Listed.count(pending.size(), "claim") + " without a volume for long: " + titles(pending)
                                        + ".",
                                "stowage explain " + pending.getFirst().title() + namespace(pending.getFirst())));
    }

    /// Nobody uses it yet: that is what its class asks for.
    private static boolean waitsForPod(Picture picture, Thing claim) {
        boolean late = picture.find(Sort.CLASS, claim.text("/spec/storageClassName"))
                .filter(one -> one.text("/volumeBindingMode").equals("WaitForFirstConsumer"))
                .isPresent();
        boolean used = picture.all(Sort.POD).stream()
                .filter(pod -> pod.namespace().equals(claim.namespace()))
                .flatMap(pod -> pod.list("/spec/volumes"))
                .anyMatch(volume ->
                        volume.at("/persistentVolumeClaim/claimName").asText().equals(claim.name()));
        return late && !used;
    }

    static List<Check> pods(Picture picture) {
        List<Thing> stuck = picture.all(Sort.POD).stream()
                .filter(pod -> pod.text("/status/phase").equals("Pending") && !pod.isDeleting())
                .filter(pod -> isSince(picture, pod, "/metadata/creationTimestamp"))
                .filter(pod -> pod.list("/spec/volumes")
                        .anyMatch(volume ->
                                volume.has("persistentVolumeClaim") || volume.has("csi") || volume.has("ephemeral")))
                .toList();
        return List.of(
                stuck.isEmpty()
                        ? Check.ok("pods-stuck", "No pod with volumes waits for long.")
                        : Check.bad(
                                "pods-stuck",
                                Listed.count(stuck.size(), "pod") + " with volumes pending for long: " + titles(stuck)
                                        + ".",
                                "stowage explain " + stuck.getFirst().title() + namespace(stuck.getFirst())));
    }

    private static boolean isSince(Picture picture, Thing thing, String time) {
        return thing.time(time)
                .filter(since -> Duration.between(since, picture.taken()).compareTo(LONG) > 0)
                .isPresent();
    }

    private static String age(Picture picture, Thing thing, String time) {
        Duration age = thing.time(time)
                .map(since -> Duration.between(since, picture.taken()))
                .orElse(Duration.ZERO);
        return age.toHours() >= 2 ? age.toHours() + " h" : age.toMinutes() + " min";
    }

    private static String titles(List<Thing> things) {
        return Listed.of(things.stream().map(StuckChecks::title).toList());
    }

    private static String title(Thing thing) {
        return thing.namespace().isEmpty() ? thing.name() : thing.namespace() + "/" + thing.name();
    }

    private static String namespace(Thing thing) {
        return thing.namespace().isEmpty() ? "" : " -n " + thing.namespace();
    }
}
