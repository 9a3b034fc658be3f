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
        Set<Driver.CsiService> services,
        Topology topology,
        int maxVolumes,
        Optional<String> socketGroup,
        Optional<String> httpEndpoint,
        Duration drain,
        ParsedFlags own) {

    static DriverFlags parse(String name, DriverProgram driverProgram, List<String> args) {
        FlagSet flags = new FlagSet(
                "DRIVER --endpoint unix:///PATH --node-id NAME --data DIRECTORY [flags]",
                "Serve the CSI driver " + name + " on a Unix socket until SIGTERM.");
        var endpoint = flags.text("endpoint", "", "Unix socket to serve on, unix:///PATH (default: $CSI_ENDPOINT).");
        var nodeId = flags.text("node-id", "", "ID of this node, as reported by NodeGetInfo.");
        var data = flags.required("data", "directory", "Directory for the driver's volumes and records.");
        var driverName = flags.text("driver-name", name, "Name of the driver.");
        var services = flags.list("services", List.of("controller", "node"), "Services to serve: controller, node.");
        var topology = flags.pairs("topology", "Topology of this node; its volumes are accessible from there only.");
        var maxVolumes = flags.integer("max-volumes", 0, "Maximum number of volumes on this node; 0 means no limit.");
        var socketGroup = flags.text("socket-group", "", "Group that may use the socket, in addition to its owner.");
        var httpEndpoint =
                flags.text("http-endpoint", "", "HOST:PORT to serve /metrics and /healthz on (default: disabled).");
        var drain = flags.duration(
                "drain", Duration.ofSeconds(20), "How long running calls may take to finish on shutdown.");
        driverProgram.declare(flags);
        ParsedFlags parsed = flags.parse(args);
        Set<Driver.CsiService> served = parseServices(parsed.value(services));
        if (served.contains(Driver.CsiService.NODE) && parsed.value(nodeId).isEmpty()) {
            throw new UsageException("flag --node-id is required for the node service (or set --services=controller)");
        }
        return new DriverFlags(
                endpoint(parsed.value(endpoint)),
                parsed.value(driverName),
                Optional.ofNullable(DriverFlags.class.getPackage().getImplementationVersion())
                        .orElse("0"),
                parsed.value(nodeId),
                Path.of(parsed.value(data)).toAbsolutePath().normalize(),
                served,
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

    private static Set<Driver.CsiService> parseServices(List<String> names) {
        Set<Driver.CsiService> served = EnumSet.noneOf(Driver.CsiService.class);
        for (String name : names) {
            switch (name.toLowerCase(Locale.ROOT)) {
                case "controller" -> served.add(Driver.CsiService.CONTROLLER);
                case "node" -> served.add(Driver.CsiService.NODE);
                default -> throw new UsageException("flag --services: \"" + name + "\" is neither controller nor node");
            }
        }
        return served;
    }
}
