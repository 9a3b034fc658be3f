package dev.stowage.sim;

import dev.stowage.control.attachdetach.AttachDetachController;
import dev.stowage.control.attachdetach.AttachDetachOptions;
import dev.stowage.control.binder.BinderController;
import dev.stowage.control.binder.BinderOptions;
import dev.stowage.control.protection.ClaimProtectionController;
import dev.stowage.control.protection.VolumeProtectionController;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.manager.ControllerRole;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/// The controllers that take part.
public final class ControllerSet {
    static final Duration FORCE_AFTER = Duration.ofMinutes(6);

    private ControllerSet() {}

    public static List<Function<ControllerContext, ControllerRole>> standard() {
        return List.of(
                ControllerSet::binder,
                ControllerSet::attachDetach,
                ClaimProtectionController::new,
                VolumeProtectionController::new);
    }

    static ControllerRole binder(ControllerContext controllerContext) {
        return new BinderController(controllerContext, BinderOptions.USUAL);
    }

    static ControllerRole attachDetach(ControllerContext controllerContext) {
        return new AttachDetachController(
                controllerContext, new AttachDetachOptions(true, FORCE_AFTER, Duration.ofMinutes(1), true));
    }
}
