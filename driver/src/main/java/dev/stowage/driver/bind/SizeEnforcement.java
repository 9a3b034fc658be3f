package dev.stowage.driver.bind;

import dev.stowage.driver.backend.Backend;
import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.sdk.CsiException;
import java.util.Map;

/// Whether the size of a volume is a limit, and how that is reported: in the volume context, in the plug-in's
/// manifest, and as a refusal for those who insist.
///
/// @param enforced whether a workload that writes more gets an error
public record SizeEnforcement(boolean enforced) {
    /// The key in volume contexts and in the manifest.
    public static final String KEY = "sizesEnforced";
    /// The storage class's parameter: `requireQuota: "true"` refuses volumes whose size would not be enforced.
    public static final String REQUIRE = "requireQuota";

    public static SizeEnforcement of(Backend backend) {
        return new SizeEnforcement(backend.capabilities().contains(BackendCapability.HARD_SIZE));
    }

    public Map<String, String> context() {
        return Map.of(KEY, Boolean.toString(enforced));
    }

    /// @throws CsiException INVALID_ARGUMENT when the storage class requires what this pool cannot enforce
    public void check(Map<String, String> parameters) throws CsiException {
        switch (parameters.getOrDefault(REQUIRE, "false")) {
            case "false" -> {}
            case "true" -> {
                if (!enforced) {
                    throw CsiException.invalidArgument(
                            "requireQuota is set, but this pool does not enforce sizes: its volumes are plain"
                                    + " directories without quota; mount its xfs or ext4 with prjquota, choose backend"
                                    + " image or btrfs, or remove requireQuota");
                }
            }
            default -> throw CsiException.invalidArgument("requireQuota must be true or false");
        }
    }
}
