package dev.stowage.sdk.service;

import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Publishing;
import dev.stowage.sdk.VolumeCapability;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The supported capabilities of this driver's volumes.
record VolumeCapabilityCheck(Set<AccessMode> modes, boolean block) {

    static VolumeCapabilityCheck of(DriverRoles driverRoles) {
        return driverRoles
                .find(Publishing.class)
                .map(publishing ->
                        new VolumeCapabilityCheck(Set.copyOf(publishing.accessModes()), publishing.supportsBlock()))
                .orElseGet(() -> new VolumeCapabilityCheck(Set.of(AccessMode.values()), true));
    }

    /// Why the capability is not supported, if it is not.
    Optional<String> objection(VolumeCapability wanted) {
        if (!modes.contains(wanted.mode())) {
            return Optional.of("this driver does not support access mode " + wanted.mode());
        }
        return wanted.isBlock() && !block
                ? Optional.of("this driver does not support raw block volumes")
                : Optional.empty();
    }

    Optional<String> objection(List<VolumeCapability> wanted) {
        return wanted.stream()
                .flatMap(capability -> objection(capability).stream())
                .findFirst();
    }

    void check(List<VolumeCapability> wanted) throws CsiException {
        Optional<String> objection = objection(wanted);
        if (objection.isPresent()) {
            throw CsiException.invalidArgument(objection.get());
        }
    }
}
