package dev.stowage.cli.doctor;

import dev.stowage.explain.doctor.CheckResult;
import java.util.List;

/// The checks of one machine, or of the cluster.
record Section(String subject, List<CheckResult> checks) {

    Section {
        checks = List.copyOf(checks);
    }
}
