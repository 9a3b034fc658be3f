package dev.stowage.control.binder;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.time.Duration;

/// The binder's flags, as kube-controller-manager calls them.
public final class BinderFlags {
    private final Flag<Duration> repair;
    private final Flag<Boolean> provisioning;

    public BinderFlags(FlagSet flags) {
        repair = flags.duration(
                "pvclaimbinder-sync-period",
                BinderOptions.USUAL.resyncPeriod(),
                "How often to look anew at claims and volumes that are not at rest. Changes need no such look.");
        provisioning = flags.bool(
                "enable-dynamic-provisioning",
                BinderOptions.USUAL.provisioning(),
                "Ask provisioners for volumes of classes that name one.");
    }

    public BinderOptions read(ParsedFlags line) {
        return new BinderOptions(line.value(repair), line.value(provisioning));
    }
}
