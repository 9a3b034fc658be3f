package dev.stowage.sim;

import dev.stowage.control.Shared;
import dev.stowage.control.attach.AttachDetach;
import dev.stowage.control.attach.AttachOptions;
import dev.stowage.control.bind.Binder;
import dev.stowage.control.bind.BinderOptions;
import dev.stowage.control.protect.ClaimProtection;
import dev.stowage.control.protect.VolumeProtection;
import dev.stowage.kube.manager.ControllerRole;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/// The controllers that take part.
public final class Cast {
    static final Duration FORCE_AFTER = Duration.ofMinutes(6);

    private Cast() {}

    public static List<Function<Shared, ControllerRole>> usual() {
        return List.of(Cast::binder, Cast::attachDetach, ClaimProtection::new, VolumeProtection::new);
    }

    static ControllerRole binder(Shared shared) {
        return new Binder(shared, BinderOptions.USUAL);
    }

    static ControllerRole attachDetach(Shared shared) {
        return new AttachDetach(shared, new AttachOptions(true, FORCE_AFTER, Duration.ofMinutes(1), true));
    }
}
