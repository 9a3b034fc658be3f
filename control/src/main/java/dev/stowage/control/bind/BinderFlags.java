package dev.stowage.control.bind;

import dev.stowage.flags.Flag;
import dev.stowage.flags.Flags;
import dev.stowage.flags.Parsed;
import java.time.Duration;

/// The binder's flags, as kube-controller-manager calls them.
public final class BinderFlags {
    private final Flag<Duration> repair;
    private final Flag<Boolean> provisioning;

    public BinderFlags(Flags flags) {
        repair = flags.duration(
                "pvclaimbinder-sync-period",
                BinderOptions.USUAL.repair(),
                "How often to look anew at claims and volumes that are not at rest. Changes need no such look.");
        provisioning = flags.bool(
                "enable-dynamic-provisioning",
                BinderOptions.USUAL.provisioning(),
                "Ask provisioners for volumes of classes that name one.");
    }

    public BinderOptions read(Parsed line) {
        return new BinderOptions(line.value(repair), line.value(provisioning));
    }
}
