package dev.stowage.driver.pool;

import dev.stowage.sdk.Bytes;

/// Reserved space. Closing releases it unless it was kept, so that a creation that fails leaves the
/// reservations as they were. Not thread-safe.
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

    /// The object exists; from here on [Pool#unreserve] frees the space.
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
