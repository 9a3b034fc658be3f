package dev.stowage.cli.demo;

import dev.stowage.cli.up.cleanup.HostResources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What is left of a data directory on the machine: mounts, devices and all processes, including drivers.
///
/// @param folder absolute, without links
record HostLeftovers(Path folder) {

    /// Mounts, loop devices and processes of others than us; one sentence each.
    List<String> all() throws IOException {
        HostResources hostResources = HostResources.of(folder);
        List<String> all = new ArrayList<>();
        hostResources.targets().forEach(mount -> all.add("mount " + mount));
        hostResources.otherTargets().forEach(mount -> all.add("mount " + mount));
        hostResources.devices().forEach(device -> all.add("loop device " + device.node()));
        all.addAll(processes());
        return all;
    }

    private List<String> processes() throws IOException {
        List<String> found = new ArrayList<>();
        String ours = Long.toString(ProcessHandle.current().pid());
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                String number = process.getFileName().toString();
                if (!number.equals(ours) && mentions(process.resolve("cmdline"))) {
                    found.add("process " + number);
                }
            }
        }
        return found;
    }

    private boolean mentions(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(folder + "/");
        } catch (IOException _) {
            return false; // it went while we looked
        }
    }
}
