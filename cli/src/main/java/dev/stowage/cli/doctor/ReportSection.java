package dev.stowage.cli.doctor;

import dev.stowage.explain.doctor.CheckResult;
import java.util.List;

/// The checks of one machine, or of the cluster.
record ReportSection(String subject, List<CheckResult> checks) {

    ReportSection {
        checks = List.copyOf(checks);
    }
}
