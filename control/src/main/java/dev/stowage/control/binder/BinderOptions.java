package dev.stowage.control.binder;

import java.time.Duration;

/// How a binder works.
///
/// @param resyncPeriod how often to look anew at what is not at rest
/// @param provisioning whether provisioners are asked for volumes
public record BinderOptions(Duration resyncPeriod, boolean provisioning) {
    public static final BinderOptions USUAL = new BinderOptions(Duration.ofSeconds(15), true);

    public BinderOptions {
        if (!resyncPeriod.isPositive()) {
            throw new IllegalArgumentException("--pvclaimbinder-sync-period must be positive");
        }
    }
}
