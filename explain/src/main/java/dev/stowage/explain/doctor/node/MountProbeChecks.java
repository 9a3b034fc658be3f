package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.NameSummary;
import dev.stowage.explain.doctor.node.MountProbe.Result;
import java.util.ArrayList;
import java.util.List;

/// Whether the server or device behind each mount responds.
final class MountProbeChecks {
    private MountProbeChecks() {}

    static List<CheckResult> of(List<MountProbe> probes) {
        List<CheckResult> checks = new ArrayList<>();
        for (MountProbe probe : probes) {
            String what = probe.mount().target() + " (" + probe.mount().fsType() + " from "
                    + probe.mount().source() + ")";
            switch (probe.result()) {
                case Result.Healthy _ -> {}
                case Result.Stale stale ->
                    checks.add(CheckResult.bad(
                            "mounts-answer",
                            what + " is stale: " + stale.why() + ".",
                            "Its server or daemon has stopped. Start it, then delete the pods that use the volume, so that"
                                    + " it is mounted again; umount -l removes a mount that hangs."));
                case Result.TimedOut _ ->
                    checks.add(CheckResult.bad(
                            "mounts-answer",
                            what + " does not respond.",
                            "Check its server or disk; every access hangs until it responds."));
                case Result.Unexpected unexpected ->
                    checks.add(CheckResult.warn(
                            "mounts-answer", what + ": " + unexpected.why() + ".", "Check it: ls -la"));
            }
        }
        if (checks.isEmpty()) {
            checks.add(CheckResult.ok(
                    "mounts-answer",
                    probes.isEmpty()
                            ? "No volume is mounted."
                            : NameSummary.count(probes.size(), "mount") + " of volumes, all respond."));
        }
        return checks;
    }
}
