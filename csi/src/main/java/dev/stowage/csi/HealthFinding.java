package dev.stowage.csi;

import dev.stowage.csi.v1.NodeGetStorageHealthResponse;
import dev.stowage.csi.v1.VolumeHealth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// A health problem that a driver reports.
///
/// @param status as Kubernetes writes it: `Degraded`, `Inaccessible` or `DataLoss` of a volume, `StorageDegraded` or
///     `StorageUnreachable` of the storage behind volumes
public record HealthFinding(String status, String reason, String message) {

    /// The maximum number in an object's status.
    public static final int MOST = 16;

    /// Empty for a healthy volume.
    public static List<HealthFinding> of(VolumeHealth health) {
        return distinct(health.getHealthStatusesList().stream()
                .map(entry -> new HealthFinding(
                        switch (entry.getStatus()) {
                            case DEGRADED -> "Degraded";
                            case INACCESSIBLE -> "Inaccessible";
                            case DATA_LOSS -> "DataLoss";
                            case UNKNOWN_VOLUME_HEALTH_TYPE, UNRECOGNIZED -> "";
                        },
                        entry.getReason(),
                        entry.getMessage()))
                .toList());
    }

    /// Empty for healthy storage.
    public static List<HealthFinding> of(NodeGetStorageHealthResponse health) {
        return distinct(health.getBackendHealthList().stream()
                .map(entry -> new HealthFinding(
                        switch (entry.getStatus()) {
                            case STORAGE_DEGRADED -> "StorageDegraded";
                            case STORAGE_UNREACHABLE -> "StorageUnreachable";
                            case UNKNOWN_STORAGE_HEALTH_ERROR_TYPE, UNRECOGNIZED -> "";
                        },
                        entry.getReason(),
                        entry.getMessage()))
                .toList());
    }

    /// Unknown values are not reported. The same problems in another order are the same problems.
    private static List<HealthFinding> distinct(List<HealthFinding> reported) {
        Set<List<String>> seen = new HashSet<>();
        List<HealthFinding> findings = new ArrayList<>();
        for (HealthFinding finding : reported) {
            if (!finding.status().isEmpty() && seen.add(List.of(finding.status(), finding.reason()))) {
                findings.add(finding);
            }
        }
        findings.sort(Comparator.comparing(HealthFinding::status).thenComparing(HealthFinding::reason));
        return List.copyOf(findings.subList(0, Math.min(findings.size(), MOST)));
    }

    /// All findings in one line, as for an event.
    public static String text(List<HealthFinding> findings) {
        return findings.stream().map(HealthFinding::text).collect(Collectors.joining("; "));
    }

    private String text() {
        return status + (reason.isEmpty() ? "" : " (" + reason + ")") + (message.isEmpty() ? "" : ": " + message);
    }
}
