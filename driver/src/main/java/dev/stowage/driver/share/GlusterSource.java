package dev.stowage.driver.share;

import dev.stowage.sdk.record.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// A volume of GlusterFS, mounted by its FUSE client.
///
/// @param servers host names or addresses that describe the volume: the first that answers is used
/// @param volume name of the volume
/// @param options of the client, each `name` or `name=value`
public record GlusterSource(List<String> servers, String volume, List<String> options) implements DaemonSource {
    static final String TYPE = "glusterfs";
    private static final Set<String> KEYS = Set.of("type", "servers", "volume", "mountOptions");
    private static final Pattern HOST =
            Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]{1,40}");
    private static final Pattern VOLUME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]{0,63}(/[A-Za-z0-9_-]{1,64}){0,8}");

    /// None of them names a file, a program or another volume.
    private static final Pattern OPTION = Pattern.compile("acl|read-only|enable-ino32"
            + "|(attribute-timeout|entry-timeout|negative-timeout|volfile-server-port|gid-timeout"
            + "|background-qlen|congestion-threshold|lru-limit|reader-thread-count)=[0-9]{1,9}"
            + "|(direct-io-mode|use-readdirp|root-squash)=(yes|no|enable|disable|on|off)"
            + "|log-level=(TRACE|DEBUG|INFO|WARNING|ERROR|CRITICAL|NONE)");

    public GlusterSource {
        servers = List.copyOf(servers);
        options = List.copyOf(options);
        if (servers.isEmpty()
                || servers.size() > 16
                || !servers.stream().allMatch(server -> HOST.matcher(server).matches())) {
            throw new IllegalArgumentException("servers must be a list of 1 to 16 host names or addresses");
        }
        if (!VOLUME.matcher(volume).matches()) {
            throw new IllegalArgumentException("volume must be the name of a volume of GlusterFS");
        }
        for (String option : options) {
            if (!OPTION.matcher(option).matches()) {
                throw new IllegalArgumentException("mount option \"%s\" is not supported".formatted(option));
            }
        }
    }

    static GlusterSource parse(JsonObject source) throws IOException {
        DaemonSource.requireKeys(source, KEYS);
        return new GlusterSource(
                DaemonSource.texts(source, "servers"),
                source.text("volume"),
                DaemonSource.texts(source, "mountOptions"));
    }

    @Override
    public List<String> argv(Path mountPoint) {
        List<String> argv = new ArrayList<>(List.of("/usr/sbin/glusterfs", "--no-daemon", "--log-file=/dev/stderr"));
        servers.forEach(server -> argv.add("--volfile-server=" + server));
        argv.add("--volfile-id=" + volume);
        options.forEach(option -> argv.add("--" + option));
        argv.add("--process-name=fuse");
        argv.add(mountPoint.toString());
        return argv;
    }

    @Override
    public Map<String, String> context() {
        return Map.of("servers", String.join(",", servers), "glusterVolume", volume);
    }

    @Override
    public String toString() {
        return "glusterfs " + servers.getFirst() + ":" + volume;
    }
}
