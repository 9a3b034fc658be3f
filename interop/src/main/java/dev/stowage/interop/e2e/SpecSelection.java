package dev.stowage.interop.e2e;

import dev.stowage.interop.suite.SuiteOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Which specs are run.
///
/// @param focus a pattern for their names
record SpecSelection(String focus) {

    private static final String ALL = "External.Storage";

    /// Specs that cannot run here, by part of their name, and why.
    private static final Map<String, String> LEFT_OUT = leftOut();

    /// One of each kind that has its own code path in Stowage.
    private static final String QUICK = ALL + ".*("
            + String.join(
                    "|",
                    "Dynamic PV \\(default fs\\)\\] (volumes should store data"
                            + "|provisioning should provision storage with (mount options|pvc data source$|snapshot)"
                            + "|subPath should support existing directory$"
                            + "|capacity)",
                    "binding\\)\\] topology should provision",
                    "Dynamic PV \\(ext4\\)\\] volumes should store data",
                    "Dynamic PV \\(block volmode\\)\\] volumes should store data",
                    "allowExpansion\\)\\] volume-expand .*resize volume when PVC is edited while pod is using it",
                    "CSI Ephemeral-volume \\(default fs\\)\\] ephemeral should create read/write",
                    "Generic Ephemeral-volume \\(default fs\\) \\(late-binding\\)\\] ephemeral should create read/write",
                    "Dynamic Snapshot \\(delete policy\\)\\] snapshottable.*persistent",
                    "read-write-once-pod.*should block",
                    "Dynamic PV \\(default fs\\)\\] volume-modify .*should modify volume with no VAC")
            + ")";

    static SpecSelection of(SuiteOptions options) {
        return new SpecSelection(
                options.e2e().focus().map(words -> ALL + ".*" + words).orElse(options.quick() ? QUICK : ALL));
    }

    /// For Ginkgo's `--skip`. Go's regular expressions support Java's quoting.
    String skip() {
        return LEFT_OUT.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|"));
    }

    /// Of the selected specs.
    Optional<String> whyLeftOut(String spec) {
        if (!Pattern.compile(focus).matcher(spec).find()) {
            return Optional.empty();
        }
        return LEFT_OUT.entrySet().stream()
                .filter(entry -> spec.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static Map<String, String> leftOut() {
        Map<String, String> reasons = new LinkedHashMap<>();
        reasons.put("[Disruptive]", "left out: it stops the kubelet over SSH");
        reasons.put("any volume data source", "left out: it needs the image of a populator from a registry");
        reasons.put(
                "verify data consistency after restore",
                "left out: it restores groups into claims of 1 MiB, less than the smallest xfs");
        return reasons;
    }
}
