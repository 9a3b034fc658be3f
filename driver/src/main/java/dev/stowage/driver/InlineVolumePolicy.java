package dev.stowage.driver;

import dev.stowage.driver.pool.Pool;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a pod may request as an inline volume. Anyone who may create a pod writes these parameters; no class and no
/// quota of Kubernetes limits them.
///
/// @param enabled whether inline volumes are created at all
/// @param pools where they may be, the default first
/// @param maxSize of one volume; zero for no limit
/// @param limit how many a node may have; 0 for no limit
record InlineVolumePolicy(boolean enabled, List<String> pools, Bytes maxSize, int limit) {

    /// The default size of an inline volume, unless the maximum is smaller.
    private static final Bytes USUAL = Bytes.gibi(1);

    InlineVolumePolicy {
        pools = List.copyOf(pools);
    }

    void requireEnabled() throws CsiException {
        if (!enabled) {
            throw CsiException.invalidArgument("this driver does not create inline volumes; use a claim instead");
        }
    }

    /// The parameters of the pod; in the first allowed pool, unless they choose one.
    Map<String, String> placed(Map<String, String> parameters) {
        Map<String, String> placed = new HashMap<>(parameters);
        if (!placed.containsKey("pool") && !placed.containsKey("backend")) {
            placed.put("pool", pools.getFirst());
        }
        return placed;
    }

    Bytes usualSize() {
        return maxSize.isZero() || USUAL.isLessThan(maxSize) ? USUAL : maxSize;
    }

    /// @throws CsiException INVALID_ARGUMENT or OUT_OF_RANGE when a pod may not have such a volume
    void check(VolumeSpec spec, Map<String, String> parameters) throws CsiException {
        Pool pool = spec.storagePool().pool();
        if (!pools.contains(pool.name())) {
            throw CsiException.invalidArgument(
                    "inline volumes cannot be in pool %s; allowed: %s".formatted(pool.name(), pools));
        }
        if ("true".equals(parameters.get("thin")) && !pool.settings().thin()) {
            throw CsiException.invalidArgument(
                    "inline volumes in pool %s cannot be thin; remove the attribute \"thin\"".formatted(pool.name()));
        }
        for (String key : spec.storagePool().backend().parameters()) {
            if (parameters.containsKey(key)) {
                throw CsiException.invalidArgument("attribute \"%s\" is for storage classes only".formatted(key));
            }
        }
        Bytes size = spec.meta().size();
        if (!maxSize.isZero() && maxSize.isLessThan(size)) {
            throw CsiException.outOfRange(
                    "an inline volume can have at most %s, not %s; use a claim instead".formatted(maxSize, size));
        }
    }
}
