package dev.stowage.explain.cause.attachdetach;

import dev.stowage.explain.cause.DriverMessages;
import dev.stowage.explain.cause.ResponsibleParty;
import java.util.Locale;

/// What a driver's attach or detach error means.
record DriverErrorAdvice(ResponsibleParty responsibleParty, String advice) {

    static DriverErrorAdvice of(String error) {
        String words = error.toLowerCase(Locale.ROOT);
        if (words.contains("marked for deletion")) {
            return new DriverErrorAdvice(ResponsibleParty.USER, "The volume is being deleted; use another claim.");
        }
        if (words.contains("secret")) {
            return new DriverErrorAdvice(
                    ResponsibleParty.STORAGE_ADMIN,
                    "A secret that the class or the volume references is missing, or the driver's attacher cannot read it.");
        }
        return switch (DriverMessages.code(error)) {
            case "NotFound" ->
                new DriverErrorAdvice(
                        ResponsibleParty.STORAGE_ADMIN,
                        "The storage does not know the volume or the node: one of them was deleted outside of the cluster,"
                                + " or the node registered with another id.");
            case "FailedPrecondition" ->
                new DriverErrorAdvice(
                        ResponsibleParty.STORAGE_ADMIN,
                        "The storage reports that the volume cannot be attached in its current state; usually it is still"
                                + " published to another node there.");
            case "PermissionDenied", "Unauthenticated" ->
                new DriverErrorAdvice(
                        ResponsibleParty.STORAGE_ADMIN,
                        "The driver's credentials for the storage are wrong or have expired.");
            case "DeadlineExceeded", "Unavailable" ->
                new DriverErrorAdvice(
                        ResponsibleParty.STORAGE_ADMIN,
                        "The driver or its storage does not respond: check that its controller runs and what it"
                                + " logs.");
            case "Aborted" ->
                new DriverErrorAdvice(
                        ResponsibleParty.STORAGE_ADMIN,
                        "Another operation on the volume is still running; if this lasts, it hangs in the driver.");
            // Status names are external input and may be any text.
            default ->
                new DriverErrorAdvice(
                        ResponsibleParty.STORAGE_ADMIN,
                        "This is the driver's error message: check the logs of its controller.");
        };
    }
}
