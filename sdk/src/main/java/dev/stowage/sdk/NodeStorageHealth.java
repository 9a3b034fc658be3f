package dev.stowage.sdk;

import java.io.IOException;
import java.util.List;

/// Reports problems of the storage behind a node. Declares GET_STORAGE_HEALTH.
public interface NodeStorageHealth {

    /// All problems; an empty list for healthy storage.
    List<StorageProblem> storageHealth(Secrets secrets) throws CsiException, IOException;
}
