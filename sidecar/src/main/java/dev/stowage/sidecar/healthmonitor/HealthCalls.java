package dev.stowage.sidecar.healthmonitor;

import dev.stowage.csi.v1.ControllerGetVolumeHealthRequest;
import dev.stowage.csi.v1.ControllerGetVolumeRequest;
import dev.stowage.csi.v1.ControllerListVolumeHealthRequest;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.ListVolumesRequest;
import dev.stowage.sidecar.driver.Driver;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Gets the health of volumes by the best method that the driver supports.
final class HealthCalls {

    /// The methods, best first.
    enum HealthMethod {
        LIST_HEALTH,
        GET_HEALTH,
        /// Of CSI 1.12.
        LIST_CONDITIONS,
        /// Of CSI 1.12.
        GET_CONDITION;

        static Optional<HealthMethod> of(Predicate<RPC.Type> has) {
            if (has.test(RPC.Type.LIST_VOLUME_HEALTH)) {
                return Optional.of(LIST_HEALTH);
            }
            if (has.test(RPC.Type.GET_VOLUME_HEALTH)) {
                return Optional.of(GET_HEALTH);
            }
            if (!has.test(RPC.Type.VOLUME_CONDITION)) {
                return Optional.empty();
            }
            if (has.test(RPC.Type.LIST_VOLUMES)) {
                return Optional.of(LIST_CONDITIONS);
            }
            return has.test(RPC.Type.GET_VOLUME) ? Optional.of(GET_CONDITION) : Optional.empty();
        }

        boolean isList() {
            return this == LIST_HEALTH || this == LIST_CONDITIONS;
        }
    }

    private final Driver driver;
    private final HealthMethod healthMethod;
    private final Duration timeout;

    HealthCalls(Driver driver, HealthMethod healthMethod, Duration timeout) {
        this.driver = driver;
        this.healthMethod = healthMethod;
        this.timeout = timeout;
    }

    HealthMethod method() {
        return healthMethod;
    }

    /// The health of one volume; empty when the driver does not report it.
    ///
    /// @throws StatusRuntimeException when the call fails
    Optional<HealthState> get(String handle) {
        if (healthMethod == HealthMethod.GET_HEALTH) {
            var answer = driver.controller(timeout)
                    .controllerGetVolumeHealth(ControllerGetVolumeHealthRequest.newBuilder()
                            .setVolumeId(handle)
                            .build());
            return Optional.of(HealthState.of(answer.getVolumeHealth()));
        }
        var answer = driver.controller(timeout)
                .controllerGetVolume(ControllerGetVolumeRequest.newBuilder()
                        .setVolumeId(handle)
                        .build());
        return answer.getStatus().hasVolumeCondition()
                ? Optional.of(HealthState.of(answer.getStatus().getVolumeCondition()))
                : Optional.empty();
    }

    /// The health of all volumes that the driver reports.
    ///
    /// @throws StatusRuntimeException when the call fails
    HealthResponse list() {
        return healthMethod == HealthMethod.LIST_HEALTH ? healths() : conditions();
    }

    /// @param othersAreHealthy whether a volume that is not listed is healthy; otherwise its health is unknown
    record HealthResponse(Map<String, HealthState> byHandle, boolean othersAreHealthy) {

        Optional<HealthState> of(String handle) {
            HealthState said = byHandle.get(handle);
            return said == null && othersAreHealthy
                    ? Optional.of(new HealthState.Healthy())
                    : Optional.ofNullable(said);
        }
    }

    private HealthResponse healths() {
        Map<String, HealthState> found = new HashMap<>();
        Set<String> tokens = new HashSet<>();
        String token = "";
        do {
            var page = driver.controller(timeout)
                    .controllerListVolumeHealth(ControllerListVolumeHealthRequest.newBuilder()
                            .setStartingToken(token)
                            .build());
            page.getEntriesList().forEach(entry -> found.put(entry.getVolumeId(), HealthState.of(entry)));
            token = page.getNextToken();
        } while (!token.isEmpty() && tokens.add(token));
        return new HealthResponse(found, true);
    }

    private HealthResponse conditions() {
        Map<String, HealthState> found = new HashMap<>();
        Set<String> tokens = new HashSet<>();
        String token = "";
        do {
            var page = driver.controller(timeout)
                    .listVolumes(ListVolumesRequest.newBuilder()
                            .setStartingToken(token)
                            .build());
            page.getEntriesList().stream()
                    .filter(entry -> entry.getStatus().hasVolumeCondition())
                    .forEach(entry -> found.put(
                            entry.getVolume().getVolumeId(),
                            HealthState.of(entry.getStatus().getVolumeCondition())));
            token = page.getNextToken();
            // A driver that returns the same token twice would cause an endless loop.
        } while (!token.isEmpty() && tokens.add(token));
        return new HealthResponse(found, false);
    }
}
