package dev.stowage.driver;

import dev.stowage.driver.backend.Backend;
import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.pool.Pool;

/// A pool and its backend.
record StoragePool(Pool pool, Backend backend) {

    boolean can(BackendCapability backendCapability) {
        return backend.capabilities().contains(backendCapability);
    }

    @Override
    public String toString() {
        return "pool " + pool.name();
    }
}
