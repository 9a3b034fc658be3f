package dev.stowage.explain.cause;

import dev.stowage.explain.chain.VolumeChain;
import java.util.Optional;

/// One cause of a stuck volume, recognized by the state of the cluster.
///
/// State counts more than events, which may be outdated and whose text differs between versions. So a cause first
/// checks the objects, and uses an event only for what no object shows.
public interface Cause {

    Optional<Finding> findIn(VolumeChain volumeChain);
}
