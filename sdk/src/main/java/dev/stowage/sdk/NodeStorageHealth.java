package dev.stowage.sdk;

import java.io.IOException;
import java.util.List;

/// Telling what is wrong with the storage behind a node. Declares GET_STORAGE_HEALTH.
public interface NodeStorageHealth {

    /// Everything that is wrong; an empty list for healthy storage.
    List<StorageProblem> storageHealth(Secrets secrets) throws CsiException, IOException;
}
