package dev.stowage.explain.chain;

import dev.stowage.explain.clusterstate.KubeResource;

/// One link of the chain from pod to mount.
///
/// @param name of the object, empty if there is none
/// @param text its state in a few words: `Bound to pv/x`
public record ChainLink(LinkKind kind, String name, LinkState linkState, String text) {

    static ChainLink of(LinkKind part, KubeResource kubeResource, LinkState linkState, String text) {
        return new ChainLink(part, kubeResource.name(), linkState, text);
    }
}
