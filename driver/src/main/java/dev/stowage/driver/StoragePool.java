package dev.stowage.driver;

import dev.stowage.driver.backend.Backend;
import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.pool.Pool;
import dev.stowage.sdk.Topology;

/// A pool and its backend.
record StoragePool(Pool pool, Backend backend) {

    boolean can(BackendCapability backendCapability) {
        return backend.capabilities().contains(backendCapability);
    }

    /// Where its volumes are accessible from.
    Topology topology() {
        return pool.settings().topology();
    }

    @Override
    public String toString() {
        return "pool " + pool.name();
    }
}
