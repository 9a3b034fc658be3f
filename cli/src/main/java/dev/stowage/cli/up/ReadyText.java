package dev.stowage.cli.up;

import dev.stowage.cli.up.pool.Offer;
import dev.stowage.cli.up.pool.Offers;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.driver.backend.BackendKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// What is said when everything is ready.
///
/// @param usual what the default class uses
/// @param address of the API
/// @param took since the start
record ReadyText(UpPlan plan, Offers offers, BackendKind usual, String address, Duration took) {

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "Ready: %d node%s, API at %s, in %.1f s.",
                plan.nodes(),
                plan.nodes() == 1 ? "" : "s",
                address,
                took.toMillis() / 1000.0));
        rows().forEach(row -> lines.add(String.format("  %-12s %s", row.what(), row.which())));
        offers.missing().forEach(offer -> lines.add(String.format("  %-12s %s", "not here", lacking(offer))));
        lines.add("KUBECONFIG=" + plan.kubeconfig());
        lines.add("Try, in another window:");
        lines.add("  ./stowage kubectl get nodes,storageclasses");
        lines.add("  ./stowage status");
        lines.add("  ./stowage down");
        return lines;
    }

    private record Line(String what, String which) {}

    private List<Line> rows() {
        List<Line> rows = new ArrayList<>();
        rows.add(new Line("API", address + ", objects in " + plan.api()));
        rows.add(new Line("controllers", ControllerName.values().length - 1 + " and the scheduler"));
        rows.add(new Line("nodes", plan.places().stream().map(NodePlace::name).collect(Collectors.joining(", "))));
        rows.add(new Line("drivers", String.join(", ", Up.drivers(offers)) + ", one of each on every node"));
        rows.add(new Line("classes", String.join(", ", classes())));
        return rows;
    }

    private List<String> classes() {
        List<String> classes = new ArrayList<>(List.of("stowage (default, " + usual.word() + ")", "stowage-now"));
        add(classes, BackendKind.BTRFS, "stowage-btrfs");
        add(classes, BackendKind.SHARED, "stowage-shared");
        add(classes, BackendKind.DIRECTORY, "stowage-folder");
        add(classes, BackendKind.IMAGE, "stowage-disk");
        return classes;
    }

    private void add(List<String> classes, BackendKind kind, String name) {
        if (offers.has(kind)) {
            classes.add(name);
        }
    }

    private static String lacking(Offer offer) {
        return offer.kind().word() + (offer.kind() == BackendKind.IMAGE ? " and disk" : "") + ": "
                + offer.lack().orElse("");
    }
}
