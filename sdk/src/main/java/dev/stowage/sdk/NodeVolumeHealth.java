package dev.stowage.sdk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Reports problems of a volume, as seen from a node. Declares GET_VOLUME_HEALTH for the node, and for
/// orchestrators of CSI 1.12 VOLUME_CONDITION if there are [VolumeStats] too.
public interface NodeVolumeHealth {

    /// All problems; an empty list for a healthy volume. The volume may be neither staged nor
    /// published.
    List<HealthProblem> healthOnNode(VolumeId volume, Optional<Path> publishedAt, Optional<Path> stagedAt)
            throws CsiException, IOException;
}
