package dev.stowage.control.binder;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.time.Duration;

/// The binder's flags, with the names of kube-controller-manager.
public final class BinderFlags {
    private final Flag<Duration> repair;
    private final Flag<Boolean> provisioning;

    public BinderFlags(FlagSet flags) {
        repair = flags.duration(
                "pvclaimbinder-sync-period",
                BinderOptions.USUAL.resyncPeriod(),
                "Interval between resyncs of claims and volumes that are not bound. Changes are handled immediately.");
        provisioning = flags.bool(
                "enable-dynamic-provisioning",
                BinderOptions.USUAL.provisioning(),
                "Enable dynamic provisioning for storage classes that support it.");
    }

    public BinderOptions read(ParsedFlags line) {
        return new BinderOptions(line.value(repair), line.value(provisioning));
    }
}
