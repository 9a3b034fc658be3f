package dev.stowage.control.binder;

import java.time.Duration;

/// Options of the binder.
///
/// @param resyncPeriod interval between resyncs of unbound claims and volumes
/// @param provisioning whether dynamic provisioning is enabled
public record BinderOptions(Duration resyncPeriod, boolean provisioning) {
    public static final BinderOptions USUAL = new BinderOptions(Duration.ofSeconds(15), true);

    public BinderOptions {
        if (!resyncPeriod.isPositive()) {
            throw new IllegalArgumentException("--pvclaimbinder-sync-period must be positive");
        }
    }
}
