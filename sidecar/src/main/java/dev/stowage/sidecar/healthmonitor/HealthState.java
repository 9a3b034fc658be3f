package dev.stowage.sidecar.healthmonitor;

import dev.stowage.csi.HealthFinding;
import dev.stowage.csi.v1.VolumeCondition;
import dev.stowage.csi.v1.VolumeHealth;
import java.util.List;

/// The health of a volume according to the driver.
sealed interface HealthState {

    /// Healthy.
    record Healthy() implements HealthState {}

    /// Unhealthy.
    ///
    /// @param findings the details; empty for drivers of CSI 1.12, which only have a message
    record Unhealthy(String message, List<HealthFinding> findings) implements HealthState {
        public Unhealthy {
            findings = List.copyOf(findings);
        }
    }

    static HealthState of(VolumeCondition condition) {
        return condition.getAbnormal() ? new Unhealthy(condition.getMessage(), List.of()) : new Healthy();
    }

    static HealthState of(VolumeHealth health) {
        List<HealthFinding> findings = HealthFinding.of(health);
        return findings.isEmpty() ? new Healthy() : new Unhealthy(HealthFinding.text(findings), findings);
    }
}
