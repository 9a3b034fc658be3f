package dev.stowage.driver.iolimit;

import dev.stowage.driver.backend.DeviceNumber;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;

/// The cgroup of a pod. Its limits hold for all containers of the pod together.
record PodCgroup(Path directory) {

    private Path limits() {
        return directory.resolve("io.max");
    }

    /// Whether devices can be limited at all.
    Enforcement canLimit() {
        return Files.exists(limits()) ? new Enforcement.Enforced() : withoutController();
    }

    /// Writes the limits of a device, and reads what the kernel has made of them.
    Enforcement limit(DeviceNumber device, IoLimits wanted) {
        try {
            if (!has(device, wanted)) {
                // The file must not be created where there is no such controller.
                Files.writeString(
                        limits(), wanted.line(device), StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
            }
        } catch (NoSuchFileException e) {
            return wanted.isEmpty() ? new Enforcement.Enforced() : withoutController();
        } catch (IOException e) {
            return new Enforcement.NotEnforced(
                    "cannot write \"%s\" to %s: %s".formatted(wanted.line(device), limits(), e.getMessage()));
        }
        return read(device, wanted);
    }

    /// Whether the kernel has these limits.
    Enforcement read(DeviceNumber device, IoLimits wanted) {
        try {
            return has(device, wanted)
                    ? new Enforcement.Enforced()
                    : new Enforcement.NotEnforced(
                            "%s does not have \"%s\"; publish or modify the volume again, or restart the driver"
                                    .formatted(limits(), wanted.line(device)));
        } catch (NoSuchFileException e) {
            return wanted.isEmpty() ? new Enforcement.Enforced() : withoutController();
        } catch (IOException e) {
            return new Enforcement.NotEnforced("cannot read %s: %s".formatted(limits(), e.getMessage()));
        }
    }

    /// A device without limits has no line. The kernel is free in the order of the words.
    private boolean has(DeviceNumber device, IoLimits wanted) throws IOException {
        Set<String> words = Set.of(wanted.line(device).split(" "));
        return Files.readAllLines(limits()).stream()
                .filter(line -> line.startsWith(device + " "))
                .findFirst()
                .map(line -> Set.copyOf(List.of(line.strip().split(" "))).equals(words))
                .orElse(wanted.isEmpty());
    }

    private Enforcement withoutController() {
        return new Enforcement.NotEnforced(
                "cgroup %s has no io controller; enable it for cgroups of version 2".formatted(directory));
    }
}
