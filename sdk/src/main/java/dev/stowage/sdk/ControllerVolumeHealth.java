package dev.stowage.sdk;

import java.io.IOException;
import java.util.List;

/// Reports problems of volumes, as seen from the controller. Declares GET_VOLUME_HEALTH and
/// LIST_VOLUME_HEALTH, and for orchestrators of CSI 1.12 VOLUME_CONDITION.
public interface ControllerVolumeHealth {

    /// All problems; an empty list for a healthy volume.
    List<HealthProblem> health(VolumeId volume, Secrets secrets) throws CsiException, IOException;
}
