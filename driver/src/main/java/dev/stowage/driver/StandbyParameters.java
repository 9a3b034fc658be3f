package dev.stowage.driver;

import dev.stowage.flags.GoDuration;
import dev.stowage.sdk.CsiException;
import java.util.Map;
import java.util.Set;

/// The parameters of a storage class that are for movers, which keep copies of its volumes on other nodes. They come
/// here as well, and a mistake in them is reported when a volume is created.
final class StandbyParameters {
    private static final String COUNT = "standby";
    private static final String INTERVAL = "standbyInterval";
    private static final String PROMOTION = "standbyPromotion";

    static final Set<String> NAMES = Set.of(COUNT, INTERVAL, "standbyTopologyKey", PROMOTION);

    private StandbyParameters() {}

    static void check(Map<String, String> parameters) throws CsiException {
        if (!Set.of("0", "1").contains(parameters.getOrDefault(COUNT, "0"))) {
            throw CsiException.invalidArgument(
                    "parameter standby must be 0 or 1, not \"%s\"".formatted(parameters.get(COUNT)));
        }
        if (!Set.of("Manual", "OutOfService").contains(parameters.getOrDefault(PROMOTION, "Manual"))) {
            throw CsiException.invalidArgument("parameter standbyPromotion must be Manual or OutOfService, not \"%s\""
                    .formatted(parameters.get(PROMOTION)));
        }
        try {
            if (!GoDuration.parse(parameters.getOrDefault(INTERVAL, "30s")).isPositive()) {
                throw CsiException.invalidArgument("parameter standbyInterval must be greater than 0");
            }
        } catch (IllegalArgumentException e) {
            throw CsiException.invalidArgument("parameter standbyInterval: " + e.getMessage());
        }
    }
}
