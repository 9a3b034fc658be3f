package dev.stowage.sdk;

import java.io.IOException;
import java.util.Map;

/// Modifies the properties of existing volumes. Declares MODIFY_VOLUME.
public interface VolumeModification {

    /// Applies all of the parameters or none; [CsiException#invalid(String)] for an unknown or invalid one.
    void modify(VolumeId volume, Map<String, String> mutableParameters, Secrets secrets)
            throws CsiException, IOException;

    /// Refuses parameters that [#modify] would refuse, before a volume is created with them.
    void checkMutable(Map<String, String> mutableParameters) throws CsiException;
}
