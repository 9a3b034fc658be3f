package dev.stowage.sdk;

import java.io.IOException;

/// Telling how much room is left. Declares GET_CAPACITY.
public interface Capacity {

    AvailableCapacity available(CapacityQuery query) throws CsiException, IOException;
}
