package dev.stowage.explain.chain;

import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The state of each link of a chain, from pod to mount, according to the objects.
///
/// @param links in the order in which one needs the other
public record ChainStatus(List<ChainLink> links) {

    public ChainStatus {
        links = List.copyOf(links);
    }

    public static ChainStatus of(VolumeChain volumeChain) {
        if (volumeChain.subject().kind() == ResourceKind.SNAPSHOT) {
            return new ChainStatus(SnapshotLinks.of(volumeChain));
        }
        List<ChainLink> links = new ArrayList<>();
        links.add(ClaimSideLinks.pod(volumeChain));
        volumeChain.snapshot().map(SnapshotLinks::snapshot).ifPresent(links::add);
        boolean inline = volumeChain.claim().isEmpty()
                && volumeChain.volume().isEmpty()
                && volumeChain.attachment().isEmpty()
                && !volumeChain.driver().isEmpty();
        if (!inline) {
            links.add(ClaimSideLinks.claim(volumeChain));
            links.add(ClaimSideLinks.storageClass(volumeChain));
            links.add(ClaimSideLinks.volume(volumeChain));
            links.add(NodeSideLinks.attachment(volumeChain));
        }
        links.add(NodeSideLinks.node(volumeChain));
        links.add(NodeSideLinks.registration(volumeChain));
        links.add(NodeSideLinks.driver(volumeChain));
        links.add(NodeSideLinks.mount(volumeChain));
        return new ChainStatus(links);
    }

    /// The first broken link.
    public Optional<ChainLink> broken() {
        return first(LinkState.BROKEN);
    }

    /// The last pending link: those before it wait for it too.
    public Optional<ChainLink> waitedFor() {
        return links.stream()
                .filter(chainLink -> chainLink.linkState() == LinkState.WAITING)
                .reduce((_, later) -> later);
    }

    private Optional<ChainLink> first(LinkState linkState) {
        return links.stream()
                .filter(chainLink -> chainLink.linkState() == linkState)
                .findFirst();
    }

    /// Marks the link that a cause points to, although the objects do not show it.
    ///
    /// @param why replaces the link's text if that reports no problem
    public ChainStatus with(LinkKind part, LinkState linkState, String why) {
        List<ChainLink> marked = new ArrayList<>();
        boolean done = false;
        for (ChainLink chainLink : links) {
            if (chainLink.kind() == part && !done) {
                done = true;
                boolean telling = chainLink.linkState() == linkState;
                marked.add(new ChainLink(part, chainLink.name(), linkState, telling ? chainLink.text() : why));
            } else {
                // Only one link is marked as the cause. Other broken links follow from it.
                LinkState other = chainLink.linkState() == LinkState.BROKEN && linkState == LinkState.BROKEN
                        ? LinkState.WAITING
                        : chainLink.linkState();
                marked.add(new ChainLink(chainLink.kind(), chainLink.name(), other, chainLink.text()));
            }
        }
        return new ChainStatus(marked);
    }
}
