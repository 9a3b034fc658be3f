package dev.stowage.explain.cause.attachdetach;

import dev.stowage.explain.cause.DriverMessages;
import dev.stowage.explain.cause.ResponsibleParty;
import java.util.Locale;

/// What to think of a driver's refusal to attach or to detach.
record DriverErrorAdvice(ResponsibleParty responsibleParty, String advice) {

    static DriverErrorAdvice of(String error) {
        String words = error.toLowerCase(Locale.ROOT);
        if (words.contains("marked for deletion")) {
            return new DriverErrorAdvice(
                    ResponsibleParty.USER, "The volume is being deleted and takes no new users: use another claim.");
        }
        if (words.contains("secret")) {
            return new DriverErrorAdvice(
                    ResponsibleParty.STORAGE_ADMIN,
                    "A secret that the class or the volume names is missing or not readable for the driver's attacher.");
        }
        return switch (DriverMessages.code(error)) {
            case "NotFound" ->
                new DriverErrorAdvice(
                        ResponsibleParty.STORAGE_ADMIN,
                        "The storage does not know the volume or the node: one of them was removed behind the cluster's"
                                + " back, or the node registered under another id.");
            case "FailedPrecondition" ->
                new DriverErrorAdvice(
                        ResponsibleParty.STORAGE_ADMIN,
                        "The storage says that the volume is in a state in which it cannot be attached; usually it is still"
                                + " published to another node there.");
            case "PermissionDenied", "Unauthenticated" ->
                new DriverErrorAdvice(
                        ResponsibleParty.STORAGE_ADMIN,
                        "The driver's credentials for the storage are wrong or have ended.");
            case "DeadlineExceeded", "Unavailable" ->
                new DriverErrorAdvice(
                        ResponsibleParty.STORAGE_ADMIN,
                        "The driver or the storage behind it does not answer: see whether its controller runs and what it"
                                + " logs.");
            case "Aborted" ->
                new DriverErrorAdvice(
                        ResponsibleParty.STORAGE_ADMIN,
                        "Another operation on the volume is not over; if that lasts, it hangs in the driver.");
            // The names of statuses come from outside: any text may stand here.
            default ->
                new DriverErrorAdvice(
                        ResponsibleParty.STORAGE_ADMIN,
                        "These are the driver's own words: see the logs of its controller.");
        };
    }
}
