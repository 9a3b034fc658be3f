package dev.stowage.driver;

import dev.stowage.driver.pool.CapacityReservation;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Space for a new volume in the first pool that has room.
record PoolReservation(VolumeSpec spec, CapacityReservation space) {

    /// What the caller gets when several pools refuse: first what may be different at the next call.
    private static final List<CsiCode> REFUSALS =
            List.of(CsiCode.UNAVAILABLE, CsiCode.RESOURCE_EXHAUSTED, CsiCode.OUT_OF_RANGE);

    /// Nothing is created yet: a pool that refuses has no part of the volume.
    ///
    /// @param candidates best first
    /// @throws CsiException what the candidates refuse it with
    static PoolReservation take(NewVolume wanted, List<StoragePool> candidates) throws CsiException, IOException {
        List<CsiException> refusals = new ArrayList<>();
        for (StoragePool pool : candidates) {
            try {
                VolumeSpec spec = VolumeSpec.empty(wanted, pool);
                return new PoolReservation(
                        spec,
                        pool.pool().reserve(spec.meta().size(), spec.meta().thin()));
            } catch (CsiException e) {
                if (!REFUSALS.contains(e.code())) {
                    throw e;
                }
                refusals.add(e);
            }
        }
        throw refusals.stream()
                .min(Comparator.comparingInt(refusal -> REFUSALS.indexOf(refusal.code())))
                .orElseThrow(() -> CsiException.resourceExhausted(
                        "no pool of this driver is accessible from the requested topologies %s; use another node or class, or add a pool there"
                                .formatted(wanted.topology())));
    }
}
