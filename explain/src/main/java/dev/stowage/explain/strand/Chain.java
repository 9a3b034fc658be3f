package dev.stowage.explain.strand;

import dev.stowage.explain.picture.Sort;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How each link of a strand is, from pod to mount, by what the objects show.
///
/// @param links in the order in which one needs the other
public record Chain(List<Link> links) {

    public Chain {
        links = List.copyOf(links);
    }

    public static Chain of(Strand strand) {
        if (strand.subject().sort() == Sort.SNAPSHOT) {
            return new Chain(SnapshotLinks.of(strand));
        }
        List<Link> links = new ArrayList<>();
        links.add(FrontLinks.pod(strand));
        strand.snapshot().map(SnapshotLinks::snapshot).ifPresent(links::add);
        boolean inline = strand.claim().isEmpty()
                && strand.volume().isEmpty()
                && strand.attachment().isEmpty()
                && !strand.driver().isEmpty();
        if (!inline) {
            links.add(FrontLinks.claim(strand));
            links.add(FrontLinks.storageClass(strand));
            links.add(FrontLinks.volume(strand));
            links.add(BackLinks.attachment(strand));
        }
        links.add(BackLinks.node(strand));
        links.add(BackLinks.registration(strand));
        links.add(BackLinks.driver(strand));
        links.add(BackLinks.mount(strand));
        return new Chain(links);
    }

    /// The first that does not hold.
    public Optional<Link> broken() {
        return first(State.BROKEN);
    }

    /// The last that is waited for: those before it wait for it too.
    public Optional<Link> waitedFor() {
        return links.stream().filter(link -> link.state() == State.WAITING).reduce((_, later) -> later);
    }

    private Optional<Link> first(State state) {
        return links.stream().filter(link -> link.state() == state).findFirst();
    }

    /// What a cause shows beyond the objects: this part is the one.
    ///
    /// @param why takes the place of the link's own words when those tell nothing bad
    public Chain with(Part part, State state, String why) {
        List<Link> marked = new ArrayList<>();
        boolean done = false;
        for (Link link : links) {
            if (link.part() == part && !done) {
                done = true;
                boolean telling = link.state() == state;
                marked.add(new Link(part, link.name(), state, telling ? link.text() : why));
            } else {
                // One link is pointed at. What else is bad follows from it, or is told after it.
                State other = link.state() == State.BROKEN && state == State.BROKEN ? State.WAITING : link.state();
                marked.add(new Link(link.part(), link.name(), other, link.text()));
            }
        }
        return new Chain(marked);
    }
}
