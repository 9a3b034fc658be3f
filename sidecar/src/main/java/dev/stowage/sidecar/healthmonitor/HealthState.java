package dev.stowage.sidecar.healthmonitor;

import dev.stowage.csi.v1.VolumeCondition;
import dev.stowage.csi.v1.VolumeHealth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The health of a volume according to the driver.
sealed interface HealthState {

    /// Healthy.
    record Healthy() implements HealthState {}

    /// Unhealthy.
    ///
    /// @param findings the details; empty for drivers of CSI 1.12, which only have a message
    record Unhealthy(String message, List<Finding> findings) implements HealthState {
        public Unhealthy {
            findings = List.copyOf(findings);
        }
    }

    /// @param status as Kubernetes writes it: `Degraded`, `Inaccessible` or `DataLoss`
    record Finding(String status, String reason, String message) {}

    /// The maximum number in a claim's status.
    int MOST_FINDINGS = 16;

    static HealthState of(VolumeCondition condition) {
        return condition.getAbnormal() ? new Unhealthy(condition.getMessage(), List.of()) : new Healthy();
    }

    static HealthState of(VolumeHealth health) {
        Set<List<String>> seen = new HashSet<>();
        List<Finding> findings = new ArrayList<>();
        for (var entry : health.getHealthStatusesList()) {
            String status = switch (entry.getStatus()) {
                case DEGRADED -> "Degraded";
                case INACCESSIBLE -> "Inaccessible";
                case DATA_LOSS -> "DataLoss";
                // Unknown values are not reported.
                case UNKNOWN_VOLUME_HEALTH_TYPE, UNRECOGNIZED -> "";
            };
            if (!status.isEmpty() && seen.add(List.of(status, entry.getReason()))) {
                findings.add(new Finding(status, entry.getReason(), entry.getMessage()));
            }
        }
        if (findings.isEmpty()) {
            return new Healthy();
        }
        // The same problems in another order are the same problems.
        findings.sort(Comparator.comparing(Finding::status).thenComparing(Finding::reason));
        List<Finding> fit = findings.subList(0, Math.min(findings.size(), MOST_FINDINGS));
        return new Unhealthy(fit.stream().map(HealthState::sentence).collect(Collectors.joining("; ")), fit);
    }

    private static String sentence(Finding finding) {
        String reason = finding.reason().isEmpty() ? "" : " (" + finding.reason() + ")";
        String message = finding.message().isEmpty() ? "" : ": " + finding.message();
        return finding.status() + reason + message;
    }
}
