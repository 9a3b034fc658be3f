package dev.stowage.explain.chain;

import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.List;
import java.util.Optional;

/// The chain of a snapshot: its source, its class, and its content at the driver.
final class SnapshotLinks {

    private SnapshotLinks() {}

    static List<ChainLink> of(VolumeChain volumeChain) {
        KubeResource snapshot = volumeChain.subject();
        return List.of(
                snapshot(snapshot),
                claim(volumeChain),
                ClaimSideLinks.volume(volumeChain),
                snapshotClass(volumeChain),
                content(volumeChain),
                NodeSideLinks.driver(volumeChain));
    }

    static ChainLink snapshot(KubeResource snapshot) {
        if (snapshot.isDeleting()) {
            return ChainLink.of(LinkKind.SNAPSHOT, snapshot, LinkState.WAITING, "being deleted");
        }
        if (snapshot.text("/status/readyToUse").equals("true")) {
            return ChainLink.of(LinkKind.SNAPSHOT, snapshot, LinkState.FINE, "ready to use");
        }
        String error = snapshot.text("/status/error/message");
        return error.isEmpty()
                ? ChainLink.of(LinkKind.SNAPSHOT, snapshot, LinkState.WAITING, "not ready yet")
                : ChainLink.of(LinkKind.SNAPSHOT, snapshot, LinkState.BROKEN, error);
    }

    private static ChainLink claim(VolumeChain volumeChain) {
        String name = volumeChain.subject().text("/spec/source/persistentVolumeClaimName");
        if (name.isEmpty()) {
            return new ChainLink(LinkKind.CLAIM, "", LinkState.SKIPPED, "created from an existing content");
        }
        boolean ready = volumeChain.subject().text("/status/readyToUse").equals("true");
        return volumeChain.claim().isPresent()
                ? ClaimSideLinks.claim(volumeChain)
                : new ChainLink(
                        LinkKind.CLAIM,
                        name,
                        ready ? LinkState.SKIPPED : LinkState.BROKEN,
                        ready ? "deleted, no longer needed" : "does not exist");
    }

    private static ChainLink snapshotClass(VolumeChain volumeChain) {
        String name = volumeChain.subject().text("/spec/volumeSnapshotClassName");
        if (name.isEmpty()) {
            return new ChainLink(LinkKind.CLASS, "", LinkState.SKIPPED, "not set");
        }
        Optional<KubeResource> found = volumeChain.clusterState().find(ResourceKind.SNAPSHOT_CLASS, name);
        return found.map(each -> ChainLink.of(LinkKind.CLASS, each, LinkState.FINE, "driver " + each.text("/driver")))
                .orElseGet(() -> new ChainLink(
                        LinkKind.CLASS,
                        name,
                        volumeChain.content().isPresent() ? LinkState.SKIPPED : LinkState.BROKEN,
                        "does not exist"));
    }

    private static ChainLink content(VolumeChain volumeChain) {
        return volumeChain
                .content()
                .map(content -> {
                    String error = content.text("/status/error/message");
                    if (content.text("/status/readyToUse").equals("true")) {
                        return ChainLink.of(LinkKind.SNAPSHOT, content, LinkState.FINE, "content ready");
                    }
                    return error.isEmpty()
                            ? ChainLink.of(LinkKind.SNAPSHOT, content, LinkState.WAITING, "content being created")
                            : ChainLink.of(LinkKind.SNAPSHOT, content, LinkState.BROKEN, error);
                })
                .orElseGet(() -> new ChainLink(LinkKind.SNAPSHOT, "", LinkState.WAITING, "content not created yet"));
    }
}
