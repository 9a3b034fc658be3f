package dev.stowage.cli.up.status;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.cli.Command;
import dev.stowage.cli.OutputFormat;
import dev.stowage.cli.up.instance.ClusterFinder;
import dev.stowage.cli.up.instance.ClusterFlags;
import dev.stowage.cli.up.instance.ClusterLocation;
import dev.stowage.cli.up.instance.DataDirectory;
import dev.stowage.cli.up.instance.UpInstance;
import dev.stowage.cli.up.instance.UpInstanceFile;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// `./stowage status`.
public final class StatusCommand implements Command {
    private final ClusterFinder clusters = ClusterFinder.of(System.getenv());

    @Override
    public String name() {
        return "status";
    }

    @Override
    public String summary() {
        return "Show the status of a running \"stowage up\".";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        FlagSet flags = new FlagSet(
                "stowage status [--data DIRECTORY | --kubeconfig FILE] [-o text|json]",
                "Show the status of a running \"stowage up\": nodes, drivers, volumes, pods, memory and uptime."
                        + " The exit status is 1 if none is running.");
        ClusterFlags cluster = ClusterFlags.declare(flags);
        Flag<OutputFormat> output = OutputFormat.flag(flags);
        ParsedFlags line = flags.parse(args);
        boolean json = line.value(output) == OutputFormat.JSON;
        Path folder = clusters.findUp(cluster.read(line)) instanceof ClusterLocation.OfUp up
                ? up.data()
                : DataDirectory.defaultPath();
        Optional<UpInstance> running = UpInstanceFile.running(folder);
        if (running.isEmpty()) {
            System.out.println(
                    json
                            ? text(Json.object().put("running", false).put("data", folder.toString()))
                            : "No cluster is running in " + folder + " (start one with \"stowage up\").");
            return 1;
        }
        StatusText status = new StatusText(UpStatus.of(folder, running.get()));
        if (json) {
            System.out.println(text(status.json()));
        } else {
            status.lines().forEach(System.out::println);
        }
        return 0;
    }

    private static String text(JsonNode json) {
        return new String(Json.write(json), StandardCharsets.UTF_8);
    }
}
