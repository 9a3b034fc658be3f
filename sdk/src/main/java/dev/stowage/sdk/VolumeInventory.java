package dev.stowage.sdk;

import java.io.IOException;
import java.util.Optional;

/// Finding and listing volumes, for a driver whose storage keeps its own inventory. Declares LIST_VOLUMES and
/// GET_VOLUME. A driver with durable records does not need it: the records know.
public interface VolumeInventory {

    Optional<Volume> find(VolumeId id) throws CsiException, IOException;

    /// @param token where a page before this one said to go on; absent for the first page
    /// @param most how many entries at most; zero for as many as the driver likes
    /// @throws CsiException with [CsiException#busy(String)] for a token that is not (or no longer) good
    ListPage<Volume> list(Optional<String> token, int most) throws CsiException, IOException;
}
