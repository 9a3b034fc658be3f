package dev.stowage.driver.pool;

import dev.stowage.sdk.Bytes;

/// Space that is promised from now on. Closing gives it back unless it was kept, so that a making that fails leaves
/// the books as they were. For one thread.
public final class CapacityReservation implements AutoCloseable {
    private final ProvisionedCapacity provisionedCapacity;
    private final Bytes size;
    private final boolean thin;
    private boolean settled;

    CapacityReservation(ProvisionedCapacity provisionedCapacity, Bytes size, boolean thin) {
        this.provisionedCapacity = provisionedCapacity;
        this.size = size;
        this.thin = thin;
    }

    /// What it was for exists; from here on [Pool#giveBack] returns the space.
    public void keep() {
        if (!settled) {
            settled = true;
            provisionedCapacity.made(size, thin);
        }
    }

    @Override
    public void close() {
        if (!settled) {
            keep();
            provisionedCapacity.unreserve(size, thin);
        }
    }
}
