package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.doctor.Listed;
import dev.stowage.explain.doctor.node.MountProbe.Answer;
import java.util.ArrayList;
import java.util.List;

/// Whether something is still behind each mount.
final class ProbeChecks {
    private ProbeChecks() {}

    static List<Check> of(List<MountProbe> probes) {
        List<Check> checks = new ArrayList<>();
        for (MountProbe probe : probes) {
            String what = probe.mount().target() + " (" + probe.mount().fsType() + " from "
                    + probe.mount().source() + ")";
            switch (probe.answer()) {
                case Answer.Well _ -> {}
                case Answer.Dead dead ->
                    checks.add(Check.bad(
                            "mounts-answer",
                            what + " is dead: " + dead.why() + ".",
                            "Its server or daemon is gone. Start it, then delete the pods that use the volume so that"
                                    + " it is mounted anew; a lazy umount -l frees what hangs."));
                case Answer.Silent _ ->
                    checks.add(Check.bad(
                            "mounts-answer",
                            what + " does not answer.",
                            "Look whether its server or disk lives; whatever touches it hangs until then."));
                case Answer.Odd odd ->
                    checks.add(Check.warn("mounts-answer", what + ": " + odd.why() + ".", "Look at it: ls -la"));
            }
        }
        if (checks.isEmpty()) {
            checks.add(Check.ok(
                    "mounts-answer",
                    probes.isEmpty()
                            ? "No volume is mounted."
                            : Listed.count(probes.size(), "mount") + " of volumes, and all answer."));
        }
        return checks;
    }
}
