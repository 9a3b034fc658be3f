package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.CheckResult;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// New mkfs versions enable new features by default, and an older kernel cannot mount the result.
final class MkfsChecks {
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)");

    /// A feature that is the default from that program version on, and supported from that kernel version on.
    private record DefaultFeature(
            String tool, int major, int minor, int kernelMajor, int kernelMinor, String feature, String without) {}

    private static final List<DefaultFeature> DEFAULTS = List.of(
            new DefaultFeature("mkfs.ext4", 1, 47, 5, 15, "orphan_file", "-O ^orphan_file"),
            new DefaultFeature("mkfs.xfs", 5, 15, 5, 10, "bigtime and inobtcount", "-m bigtime=0,inobtcount=0"),
            new DefaultFeature("mkfs.xfs", 6, 5, 5, 19, "nrext64", "-i nrext64=0"),
            new DefaultFeature("mkfs.btrfs", 5, 15, 4, 9, "free-space-tree", "-R ^free-space-tree"),
            new DefaultFeature("mkfs.btrfs", 6, 19, 6, 1, "block-group-tree", "-O ^block-group-tree"));

    private MkfsChecks() {}

    static List<CheckResult> of(List<MkfsTool> tools, KernelInfo kernelInfo) {
        return tools.stream().flatMap(tool -> of(tool, kernelInfo)).toList();
    }

    private static Stream<CheckResult> of(MkfsTool tool, KernelInfo kernelInfo) {
        String name = "tool-" + tool.name();
        if (!tool.isInstalled()) {
            return Stream.of(CheckResult.note(
                    name,
                    tool.name() + " is not installed: volumes with that file system cannot be created here.",
                    "Install it where the driver runs; in a cluster, in the image of the driver, not on the node."));
        }
        List<CheckResult> tooNew = DEFAULTS.stream()
                .filter(one -> one.tool.equals(tool.name()))
                .filter(one -> tool.version()
                        .filter(version -> isAtLeast(version, one))
                        .isPresent())
                .filter(one -> !kernelInfo.isAtLeast(one.kernelMajor, one.kernelMinor))
                .map(one -> CheckResult.bad(
                        name,
                        tool.name() + " " + tool.version().orElse("") + " creates file systems with " + one.feature
                                + ", which kernel " + kernelInfo.release() + " cannot mount (needs " + one.kernelMajor
                                + "." + one.kernelMinor + ").",
                        "Run mkfs with " + one.without + ", or use a newer kernel."))
                .toList();
        String version = tool.version().map(text -> " " + text).orElse(" of unknown version");
        return tooNew.isEmpty()
                ? Stream.of(CheckResult.ok(
                        name, tool.name() + version + " creates file systems that this kernel can mount."))
                : tooNew.stream();
    }

    private static boolean isAtLeast(String version, DefaultFeature wanted) {
        Matcher found = VERSION.matcher(version);
        if (!found.find()) {
            return false;
        }
        int major = Integer.parseInt(found.group(1));
        return major > wanted.major || (major == wanted.major && Integer.parseInt(found.group(2)) >= wanted.minor);
    }
}
