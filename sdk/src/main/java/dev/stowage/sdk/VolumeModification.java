package dev.stowage.sdk;

import java.io.IOException;
import java.util.Map;

/// Changing a volume's properties while it lives. Declares MODIFY_VOLUME.
public interface VolumeModification {

    /// Applies all of the parameters or none; [CsiException#invalid(String)] for one that is unknown or unfit.
    void modify(VolumeId volume, Map<String, String> mutableParameters, Secrets secrets)
            throws CsiException, IOException;

    /// Refuses parameters that [#modify] would refuse, before a volume is made with them.
    void checkMutable(Map<String, String> mutableParameters) throws CsiException;
}
