package dev.stowage.driver;

import dev.stowage.driver.backend.Ability;
import dev.stowage.driver.backend.Backend;
import dev.stowage.driver.pool.Pool;

/// A pool and the way in which volumes are kept in it.
record Store(Pool pool, Backend backend) {

    boolean can(Ability ability) {
        return backend.abilities().contains(ability);
    }

    @Override
    public String toString() {
        return "pool " + pool.name();
    }
}
