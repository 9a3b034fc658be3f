package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.NameSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The way from the kubelet to a driver: registration, socket, CSINode.
final class PluginChecks {
    private PluginChecks() {}

    static List<CheckResult> sockets(List<PluginSocket> sockets) {
        return sockets.isEmpty()
                ? List.of(CheckResult.note(
                        "driver-socket", "No socket of a driver was found.", "Install a CSI driver, or name its root."))
                : sockets.stream().map(PluginChecks::socket).toList();
    }

    private static CheckResult socket(PluginSocket socket) {
        String name = "driver-socket";
        String restart = "Restart the driver's pod on this node and read its log.";
        return switch (socket.result()) {
            case PluginSocket.Result.Driver driver
            when driver.ready() ->
                CheckResult.ok(name, driver.name() + " " + driver.version() + " answers at " + socket.path() + ".");
            case PluginSocket.Result.Driver driver ->
                CheckResult.warn(
                        name,
                        driver.name() + " " + driver.version() + " answers at " + socket.path()
                                + " and says that it is not ready.",
                        "Wait a moment; then read its log.");
            case PluginSocket.Result.NotListening notListening ->
                CheckResult.bad(name, "Nobody listens at " + socket.path() + ": " + notListening.why() + ".", restart);
            case PluginSocket.Result.TimedOut _ ->
                CheckResult.bad(name, "Whoever listens at " + socket.path() + " does not answer.", restart);
            case PluginSocket.Result.Failed failed ->
                CheckResult.bad(name, "The driver at " + socket.path() + " fails: " + failed.why() + ".", restart);
        };
    }

    static List<CheckResult> registrations(List<PluginRegistration> registrations) {
        return registrations.isEmpty()
                ? List.of(CheckResult.note(
                        "driver-registration",
                        "No registration socket was found: the kubelet learns of no driver.",
                        "A driver's registrar puts one into plugins_registry of the kubelet's folder; if the kubelet"
                                + " runs with another --root-dir, name it with --kubelet-root."))
                : registrations.stream().map(PluginChecks::registration).toList();
    }

    private static CheckResult registration(PluginRegistration pluginRegistration) {
        String name = "driver-registration";
        String remedy =
                "Restart the pod whose registrar made the socket; a socket that nobody listens at can be" + " removed.";
        return switch (pluginRegistration.result()) {
            case PluginRegistration.Result.Plugin plugin ->
                CheckResult.ok(
                        name,
                        plugin.name() + " (" + plugin.type() + ") tells the kubelet of " + plugin.endpoint() + ".");
            case PluginRegistration.Result.NotListening notListening ->
                CheckResult.bad(
                        name,
                        "Nobody listens at " + pluginRegistration.path() + ": " + notListening.why() + ".",
                        remedy);
            case PluginRegistration.Result.TimedOut _ ->
                CheckResult.bad(name, "The registrar at " + pluginRegistration.path() + " does not answer.", remedy);
            case PluginRegistration.Result.Failed failed ->
                CheckResult.bad(
                        name,
                        "The registrar at " + pluginRegistration.path() + " fails: " + failed.why() + ".",
                        remedy);
        };
    }

    /// CSINode is what the scheduler and the attacher go by.
    static List<CheckResult> csiNode(List<PluginRegistration> registrations, Optional<NodeApiState> cluster) {
        if (cluster.isEmpty()) {
            return List.of();
        }
        NodeApiState node = cluster.get();
        Set<String> answering = registrations.stream()
                .map(PluginRegistration::result)
                .filter(PluginRegistration.Result.Plugin.class::isInstance)
                .map(PluginRegistration.Result.Plugin.class::cast)
                .filter(PluginRegistration.Result.Plugin::isCsi)
                .map(PluginRegistration.Result.Plugin::name)
                .collect(Collectors.toCollection(TreeSet::new));
        if (node.drivers().isEmpty()) {
            return List.of(
                    answering.isEmpty()
                            ? CheckResult.note("csinode", "There is no CSINode " + node.name() + ".", "")
                            : CheckResult.bad(
                                    "csinode",
                                    "There is no CSINode " + node.name() + " though " + NameSummary.of(answering)
                                            + " could register.",
                                    "Read the kubelet's log; it makes the object when a driver registers."));
        }
        List<CheckResult> checks = new ArrayList<>();
        Set<String> silent = new TreeSet<>(node.drivers().get());
        silent.removeAll(answering);
        if (!silent.isEmpty()) {
            checks.add(CheckResult.bad(
                    "csinode",
                    "CSINode " + node.name() + " has drivers that do not answer here: " + NameSummary.of(silent) + ".",
                    "Pods with their volumes hang on this node. Restart the driver's pod here."));
        }
        Set<String> unheard = new TreeSet<>(answering);
        unheard.removeAll(node.drivers().get());
        if (!unheard.isEmpty()) {
            checks.add(CheckResult.bad(
                    "csinode",
                    "Drivers answer here that CSINode " + node.name() + " does not have: " + NameSummary.of(unheard)
                            + ".",
                    "The kubelet refused or missed them: read its log; removing the registration socket makes the"
                            + " registrar try again."));
        }
        if (checks.isEmpty()) {
            checks.add(CheckResult.ok("csinode", "CSINode " + node.name() + " has what answers here."));
        }
        return checks;
    }
}
