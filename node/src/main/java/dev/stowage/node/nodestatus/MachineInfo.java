package dev.stowage.node.nodestatus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/// Information about the machine, read from its files. What a file does not contain is empty.
///
/// @param memory in KiB
/// @param disk in KiB, of the file system that holds the root directory of the node
record MachineInfo(
        String kernel,
        String image,
        String machineId,
        String systemId,
        String bootId,
        String architecture,
        int processors,
        long memory,
        long disk) {

    /// @param folder where the node keeps its files; it exists
    static MachineInfo read(Path folder) {
        return read(Path.of("/"), folder);
    }

    static MachineInfo read(Path root, Path folder) {
        String machine = text(root.resolve("etc/machine-id"));
        String system = text(root.resolve("sys/class/dmi/id/product_uuid"));
        return new MachineInfo(
                text(root.resolve("proc/sys/kernel/osrelease")),
                image(text(root.resolve("etc/os-release"))),
                machine,
                system.isEmpty() ? machine : system,
                text(root.resolve("proc/sys/kernel/random/boot_id")),
                architecture(System.getProperty("os.arch", "")),
                Runtime.getRuntime().availableProcessors(),
                memory(text(root.resolve("proc/meminfo"))),
                disk(folder));
    }

    /// The names of Go, which Kubernetes uses.
    static String architecture(String java) {
        return switch (java.toLowerCase(Locale.ROOT)) {
            case "x86_64", "amd64" -> "amd64";
            case "aarch64", "arm64" -> "arm64";
            default -> java;
        };
    }

    static String image(String release) {
        return release.lines()
                .filter(line -> line.startsWith("PRETTY_NAME="))
                .map(line -> line.substring("PRETTY_NAME=".length()).replace("\"", ""))
                .findFirst()
                .orElse("Linux");
    }

    static long memory(String meminfo) {
        return meminfo.lines()
                .filter(line -> line.startsWith("MemTotal:"))
                .flatMap(line -> Stream.of(line.split("\\s+")))
                .filter(word -> word.chars().allMatch(Character::isDigit))
                .map(Long::parseLong)
                .findFirst()
                .orElse(0L);
    }

    private static long disk(Path folder) {
        try {
            return Files.getFileStore(folder).getTotalSpace() / 1024;
        } catch (IOException e) {
            return 0;
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
