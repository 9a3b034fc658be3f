package dev.stowage.node.staticpod;

import dev.stowage.node.pod.NodePod;

/// What to do about the mirror pod of a name.
sealed interface MirrorAction {

    record Nothing() implements MirrorAction {}

    record Create(NodePod staticPod) implements MirrorAction {}

    /// When it is gone, the next decision may create another.
    record Delete(NodePod mirror) implements MirrorAction {}
}
