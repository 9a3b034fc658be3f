package dev.stowage.sim.server;

import java.util.random.RandomGenerator;

/// Decides which calls fail.
public final class FaultInjector {
    private final RandomGenerator random;
    private double chance;

    public FaultInjector(RandomGenerator random) {
        this.random = random;
    }

    /// @param share the fraction of calls that fail, half of them after they took effect
    public void setRate(double share) {
        chance = share;
    }

    boolean occurs() {
        return chance > 0 && random.nextDouble() < chance / 2;
    }
}
