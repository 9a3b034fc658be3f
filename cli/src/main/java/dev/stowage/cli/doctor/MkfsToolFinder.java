package dev.stowage.cli.doctor;

import dev.stowage.explain.doctor.node.MkfsTool;
import dev.stowage.linux.exec.CommandRunner;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The installed mkfs programs and their versions.
final class MkfsToolFinder {
    /// Each with its version flag.
    private static final Map<String, String> ASK =
            new TreeMap<>(Map.of("mkfs.ext4", "-V", "mkfs.xfs", "-V", "mkfs.btrfs", "--version"));

    private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+(\\.\\d+)*");

    private MkfsToolFinder() {}

    static List<MkfsTool> find() {
        return ASK.entrySet().stream()
                .map(entry -> tool(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static MkfsTool tool(String name, String ask) {
        return CommandRunner.isInstalled(name)
                ? new MkfsTool(name, true, version(name, ask))
                : new MkfsTool(name, false, Optional.empty());
    }

    private static Optional<String> version(String name, String ask) {
        try {
            Matcher found = VERSION.matcher(CommandRunner.runForAnyOutput(TimedReader.TIME, List.of(name, ask)));
            return found.find() ? Optional.of(found.group()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
