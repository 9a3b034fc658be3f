package dev.stowage.sdk;

import java.io.IOException;
import java.util.Optional;

/// Finds and lists volumes, for a driver whose storage keeps its own inventory. Declares LIST_VOLUMES and
/// GET_VOLUME. A driver with durable records does not need it: the records have this information.
public interface VolumeInventory {

    Optional<Volume> find(VolumeId id) throws CsiException, IOException;

    /// @param token the token of the previous page; absent for the first page
    /// @param most the maximum number of entries; zero for the driver's choice
    /// @throws CsiException with [CsiException#busy(String)] for an invalid or expired token
    ListPage<Volume> list(Optional<String> token, int most) throws CsiException, IOException;
}
