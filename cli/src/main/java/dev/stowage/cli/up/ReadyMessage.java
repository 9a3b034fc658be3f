package dev.stowage.cli.up;

import dev.stowage.cli.up.backend.AvailableBackends;
import dev.stowage.cli.up.backend.BackendAvailability;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.kube.controller.ControllerName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The message when the cluster is ready.
///
/// @param isDefaultData whether commands find the data directory without a flag
/// @param defaultBackend the backend of the default class
/// @param address of the API server
/// @param took the time since the start
record ReadyMessage(
        UpOptions options,
        boolean isDefaultData,
        AvailableBackends backends,
        BackendKind defaultBackend,
        String address,
        Duration took) {

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "Ready: %d node%s, API server at %s, in %.1fs.",
                options.nodes(),
                options.nodes() == 1 ? "" : "s",
                address,
                took.toMillis() / 1000.0));
        rows().forEach(row -> lines.add(String.format("  %-12s %s", row.what(), row.which())));
        backends.missing()
                .forEach(backendAvailability ->
                        lines.add(String.format("  %-12s %s", "unavailable", lacking(backendAvailability))));
        lines.add("KUBECONFIG=" + options.kubeconfig());
        lines.add("Try in another terminal:");
        String data = isDefaultData ? "" : " --data " + options.data();
        lines.add("  ./stowage kubectl" + data + " get nodes,storageclasses");
        lines.add("  ./stowage status" + data);
        lines.add("  ./stowage down" + data);
        return lines;
    }

    private record Row(String what, String which) {}

    private String node(NodeDirectories place) {
        return place.name()
                + options.zone(place).map(zone -> " (zone " + zone + ")").orElse("");
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.add(new Row("API", address + ", objects in " + options.api()));
        rows.add(new Row("controllers", ControllerName.values().length - 1 + " and the scheduler"));
        rows.add(new Row("nodes", options.places().stream().map(this::node).collect(Collectors.joining(", "))));
        rows.add(new Row("runtime", runtime()));
        rows.add(new Row("drivers", String.join(", ", UpProgram.drivers(backends)) + ", one of each on every node"));
        rows.add(new Row("classes", String.join(", ", classes())));
        return rows;
    }

    private String runtime() {
        return options.cri()
                .map(socket -> "cri, containers of the runtime at " + socket)
                .orElse(
                        "process: containers are processes of this machine, images are ignored (--runtime cri uses them)");
    }

    private List<String> classes() {
        List<String> classes =
                new ArrayList<>(List.of("stowage (default, " + defaultBackend.word() + ")", "stowage-now"));
        add(classes, BackendKind.BTRFS, "stowage-btrfs");
        add(classes, BackendKind.SHARED, "stowage-shared");
        add(classes, BackendKind.DIRECTORY, "stowage-folder");
        add(classes, BackendKind.IMAGE, "stowage-disk");
        return classes;
    }

    private void add(List<String> classes, BackendKind kind, String name) {
        if (backends.has(kind)) {
            classes.add(name);
        }
    }

    private static String lacking(BackendAvailability backendAvailability) {
        return backendAvailability.kind().word() + (backendAvailability.kind() == BackendKind.IMAGE ? " and disk" : "")
                + ": " + backendAvailability.unavailableReason().orElse("");
    }
}
