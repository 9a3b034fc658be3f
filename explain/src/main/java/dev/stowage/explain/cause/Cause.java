package dev.stowage.explain.cause;

import dev.stowage.explain.chain.VolumeChain;
import java.util.Optional;

/// One thing that goes wrong with volumes, known by what it leaves in the cluster.
///
/// State counts more than words: an event may be old news, and its text differs between versions. So a situation asks
/// first whether the objects still show it, and takes an event only for what no object shows.
public interface Cause {

    Optional<Finding> findIn(VolumeChain volumeChain);
}
