package dev.stowage.driver.volumegroup;

import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.sdk.record.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Runs `lvm` with a configuration of its own, whatever the host's `lvm.conf` says.
final class LvmCommand {

    /// Long enough for a group on slow disks; a command that takes longer hangs.
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    /// Nodes in `/dev` are created by the program itself, as no udev may run. Volumes are not scanned for groups:
    /// a workload can write whatever it likes into a raw volume. Backups of the group's metadata would be one
    /// file per change.
    private static final String CONFIG = String.join(
            " ",
            "activation/udev_sync=0",
            "activation/udev_rules=0",
            "activation/verify_udev_operations=1",
            "activation/monitoring=0",
            "activation/auto_activation_volume_list=[]",
            "devices/use_devicesfile=0",
            "devices/scan_lvs=0",
            "devices/obtain_device_list_from_udev=0",
            "devices/external_device_info_source=\"none\"",
            "global/use_lvmpolld=0",
            "global/event_activation=0",
            "backup/backup=0",
            "backup/archive=0");

    private LvmCommand() {}

    /// @param devices the only devices that the command may look at; empty for all
    static String run(List<String> devices, String command, List<String> arguments) throws IOException {
        List<String> argv = new ArrayList<>(List.of("lvm", command, "--config", CONFIG));
        for (String device : devices) {
            argv.add("--devices");
            argv.add(device);
        }
        argv.addAll(arguments);
        return CommandRunner.run(DEADLINE, argv);
    }

    /// The rows of a report, each with the requested columns.
    ///
    /// @param section `lv`, `vg` or `pv`
    static List<Map<String, String>> report(
            List<String> devices, String command, String section, String columns, List<String> arguments)
            throws IOException {
        List<String> all = new ArrayList<>(
                List.of("--reportformat", "json", "--units", "b", "--nosuffix", "--binary", "--options", columns));
        all.addAll(arguments);
        return parse(run(devices, command, all), section);
    }

    static List<Map<String, String>> parse(String json, String section) throws IOException {
        List<Map<String, String>> rows = new ArrayList<>();
        for (Object report :
                JsonObject.parse(json.getBytes(StandardCharsets.UTF_8)).list("report")) {
            if (report instanceof Map<?, ?> sections && sections.get(section) instanceof List<?> list) {
                for (Object row : list) {
                    if (!(row instanceof Map<?, ?> fields)) {
                        throw new IOException("lvm printed a report that is not a list of objects");
                    }
                    rows.add(JsonObject.over(fields).texts());
                }
            }
        }
        return rows;
    }
}
