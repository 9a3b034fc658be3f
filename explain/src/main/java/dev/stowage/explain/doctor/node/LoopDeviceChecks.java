package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.NameSummary;
import dev.stowage.linux.block.LoopDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Loop devices.
final class LoopDeviceChecks {
    private LoopDeviceChecks() {}

    static List<CheckResult> of(List<LoopDevice> devices) {
        List<CheckResult> checks = new ArrayList<>();
        twice(devices)
                .forEach((file, names) -> checks.add(CheckResult.bad(
                        "loop-twice",
                        file + " is attached to " + NameSummary.of(names)
                                + ": its file system is corrupted as soon as both are written to.",
                        "Stop the pods that use it, then detach all but one: losetup -d " + names.getLast())));
        List<String> nameless = devices.stream()
                .filter(LoopDevice::deleted)
                .map(device -> device.node() + " over " + device.backingFile())
                .toList();
        if (!nameless.isEmpty()) {
            checks.add(CheckResult.warn(
                    "loop-leaked",
                    NameSummary.count(nameless.size(), "loop device") + " with a deleted backing file: "
                            + NameSummary.of(nameless) + ". The space is not freed before the device is detached.",
                    "If nothing is mounted from it and no pod uses it: losetup -d DEVICE"));
        }
        if (checks.isEmpty()) {
            checks.add(CheckResult.ok(
                    "loop-devices",
                    devices.isEmpty()
                            ? "No loop device is attached."
                            : NameSummary.count(devices.size(), "loop device") + ", none orphaned or attached twice."));
        }
        return checks;
    }

    /// A deleted file may have the same path as a new one.
    private static Map<String, List<String>> twice(List<LoopDevice> devices) {
        Map<String, List<String>> byFile = devices.stream()
                .filter(device -> !device.deleted() && !device.readOnly())
                .collect(Collectors.groupingBy(
                        LoopDevice::backingFile,
                        TreeMap::new,
                        Collectors.mapping(device -> device.node().toString(), Collectors.toList())));
        byFile.values().removeIf(names -> names.size() < 2);
        return byFile;
    }
}
