package dev.stowage.explain.strand;

import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import java.util.List;
import java.util.Optional;

/// A snapshot's own chain: what it is taken of, by which class, and what the driver has of it.
final class SnapshotLinks {

    private SnapshotLinks() {}

    static List<Link> of(Strand strand) {
        Thing snapshot = strand.subject();
        return List.of(
                snapshot(snapshot),
                claim(strand),
                FrontLinks.volume(strand),
                snapshotClass(strand),
                content(strand),
                BackLinks.driver(strand));
    }

    static Link snapshot(Thing snapshot) {
        if (snapshot.isDeleting()) {
            return Link.of(Part.SNAPSHOT, snapshot, State.WAITING, "is being deleted");
        }
        if (snapshot.text("/status/readyToUse").equals("true")) {
            return Link.of(Part.SNAPSHOT, snapshot, State.FINE, "ready to use");
        }
        String error = snapshot.text("/status/error/message");
        return error.isEmpty()
                ? Link.of(Part.SNAPSHOT, snapshot, State.WAITING, "is not ready yet")
                : Link.of(Part.SNAPSHOT, snapshot, State.BROKEN, error);
    }

    private static Link claim(Strand strand) {
        String name = strand.subject().text("/spec/source/persistentVolumeClaimName");
        if (name.isEmpty()) {
            return new Link(Part.CLAIM, "", State.SKIPPED, "made of a content that was there before");
        }
        boolean ready = strand.subject().text("/status/readyToUse").equals("true");
        return strand.claim().isPresent()
                ? FrontLinks.claim(strand)
                : new Link(
                        Part.CLAIM,
                        name,
                        ready ? State.SKIPPED : State.BROKEN,
                        ready ? "is gone, and no longer needed" : "does not exist");
    }

    private static Link snapshotClass(Strand strand) {
        String name = strand.subject().text("/spec/volumeSnapshotClassName");
        if (name.isEmpty()) {
            return new Link(Part.CLASS, "", State.SKIPPED, "none is named");
        }
        Optional<Thing> found = strand.picture().find(Sort.SNAPSHOT_CLASS, name);
        return found.map(each -> Link.of(Part.CLASS, each, State.FINE, "made by " + each.text("/driver")))
                .orElseGet(() -> new Link(
                        Part.CLASS,
                        name,
                        strand.content().isPresent() ? State.SKIPPED : State.BROKEN,
                        "does not exist"));
    }

    private static Link content(Strand strand) {
        return strand.content()
                .map(content -> {
                    String error = content.text("/status/error/message");
                    if (content.text("/status/readyToUse").equals("true")) {
                        return Link.of(Part.SNAPSHOT, content, State.FINE, "content is ready");
                    }
                    return error.isEmpty()
                            ? Link.of(Part.SNAPSHOT, content, State.WAITING, "content is being made")
                            : Link.of(Part.SNAPSHOT, content, State.BROKEN, error);
                })
                .orElseGet(() -> new Link(Part.SNAPSHOT, "", State.WAITING, "content is not made yet"));
    }
}
