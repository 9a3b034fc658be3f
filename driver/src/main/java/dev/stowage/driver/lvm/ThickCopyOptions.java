package dev.stowage.driver.lvm;

import dev.stowage.sdk.CsiException;
import java.util.Map;
import java.util.Set;

/// What a class says about copies of thick volumes. They take time and space, so a class must allow them.
///
/// @param allowed whether snapshots and clones may be copies
/// @param cowSize how much may be written meanwhile
record ThickCopyOptions(boolean allowed, CowSize cowSize) {

    private static final String ALLOWED = "copyThickVolumes";

    /// Parameters of a storage class and of a snapshot class.
    static final Set<String> PARAMETERS = Set.of(ALLOWED, CowSize.KEY);

    static ThickCopyOptions of(Map<String, String> parameters) throws CsiException {
        boolean allowed = switch (parameters.getOrDefault(ALLOWED, "false")) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw CsiException.invalidArgument(
                        "parameter %s must be true or false, not \"%s\"".formatted(ALLOWED, parameters.get(ALLOWED)));
        };
        return new ThickCopyOptions(allowed, CowSize.parse(parameters.getOrDefault(CowSize.KEY, "")));
    }

    /// @throws CsiException INVALID_ARGUMENT when the class does not allow copies
    ThickCopyOptions requireAllowed() throws CsiException {
        if (!allowed) {
            throw CsiException.invalidArgument(
                    "volumes of this pool are thick, and a snapshot or clone would be a complete copy; allow that with parameter %s=true of its class, or use a thin pool"
                            .formatted(ALLOWED));
        }
        return this;
    }
}
