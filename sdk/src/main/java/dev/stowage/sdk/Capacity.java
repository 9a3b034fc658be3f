package dev.stowage.sdk;

import java.io.IOException;

/// Reporting the available capacity. Declares GET_CAPACITY.
public interface Capacity {

    AvailableCapacity available(CapacityQuery query) throws CsiException, IOException;
}
