package dev.stowage.sdk.server;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.sdk.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The command line that every driver program understands.
record DriverFlags(
        CsiEndpoint endpoint,
        String driverName,
        String version,
        String nodeId,
        Path data,
        Set<Driver.CsiService> halves,
        Topology topology,
        int maxVolumes,
        Optional<String> socketGroup,
        Optional<String> httpEndpoint,
        Duration drain,
        ParsedFlags own) {

    static DriverFlags parse(String name, DriverProgram driverProgram, List<String> args) {
        FlagSet flags = new FlagSet(
                "DRIVER --endpoint unix:///PATH --node-id NAME --data FOLDER [flags]",
                "Serves the CSI driver " + name + " on a Unix socket until it is told to end.");
        var endpoint = flags.text("endpoint", "", "The socket to serve on: unix:///PATH. Without it, CSI_ENDPOINT.");
        var nodeId = flags.text("node-id", "", "The name under which volumes are attached to this node.");
        var data = flags.required("data", "FOLDER", "The driver's own folder: volumes and records.");
        var driverName = flags.text("driver-name", name, "The name under which the driver is known.");
        var services = flags.list("services", List.of("controller", "node"), "Which halves this process serves.");
        var topology = flags.pairs("topology", "Where this node is; volumes made here are reachable from there only.");
        var maxVolumes = flags.integer("max-volumes", 0, "How many volumes fit on this node; 0 for no limit.");
        var socketGroup = flags.text("socket-group", "", "The group that may use the socket besides its owner.");
        var httpEndpoint = flags.text("http-endpoint", "", "HOST:PORT for /metrics and /healthz; none without it.");
        var drain = flags.duration("drain", Duration.ofSeconds(20), "How long calls under way may take at the end.");
        driverProgram.declare(flags);
        ParsedFlags parsed = flags.parse(args);
        Set<Driver.CsiService> halves = halves(parsed.value(services));
        if (halves.contains(Driver.CsiService.NODE) && parsed.value(nodeId).isEmpty()) {
            throw new UsageException("flag --node-id is required to serve a node; --services=controller needs none");
        }
        return new DriverFlags(
                endpoint(parsed.value(endpoint)),
                parsed.value(driverName),
                Optional.ofNullable(DriverFlags.class.getPackage().getImplementationVersion())
                        .orElse("0"),
                parsed.value(nodeId),
                Path.of(parsed.value(data)).toAbsolutePath().normalize(),
                halves,
                new Topology(Map.copyOf(parsed.value(topology))),
                parsed.value(maxVolumes),
                given(parsed.value(socketGroup)),
                given(parsed.value(httpEndpoint)),
                parsed.value(drain),
                parsed);
    }

    private static Optional<String> given(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static CsiEndpoint endpoint(String text) {
        try {
            return text.isEmpty() ? CsiEndpoint.fromEnvironment() : CsiEndpoint.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException("flag --endpoint: " + e.getMessage());
        }
    }

    private static Set<Driver.CsiService> halves(List<String> names) {
        Set<Driver.CsiService> halves = EnumSet.noneOf(Driver.CsiService.class);
        for (String name : names) {
            switch (name.toLowerCase(Locale.ROOT)) {
                case "controller" -> halves.add(Driver.CsiService.CONTROLLER);
                case "node" -> halves.add(Driver.CsiService.NODE);
                default -> throw new UsageException("flag --services: \"" + name + "\" is neither controller nor node");
            }
        }
        return halves;
    }
}
