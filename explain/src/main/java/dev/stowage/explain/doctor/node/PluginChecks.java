package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.NameSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The connection from the kubelet to a driver: registration, socket, CSINode.
final class PluginChecks {
    private PluginChecks() {}

    static List<CheckResult> sockets(List<PluginSocket> sockets) {
        return sockets.isEmpty()
                ? List.of(CheckResult.note(
                        "driver-socket",
                        "No socket of a driver was found.",
                        "Install a CSI driver, or set --kubelet-root."))
                : sockets.stream().map(PluginChecks::socket).toList();
    }

    private static CheckResult socket(PluginSocket socket) {
        String name = "driver-socket";
        String restart = "Restart the driver's pod on this node and check its log.";
        return switch (socket.result()) {
            case PluginSocket.Result.Driver driver
            when driver.ready() ->
                CheckResult.ok(name, driver.name() + " " + driver.version() + " responds on " + socket.path() + ".");
            case PluginSocket.Result.Driver driver ->
                CheckResult.warn(
                        name,
                        driver.name() + " " + driver.version() + " responds on " + socket.path() + " but is not ready.",
                        "Wait a moment, then check its log.");
            case PluginSocket.Result.NotListening notListening ->
                CheckResult.bad(
                        name, "No process listens on " + socket.path() + ": " + notListening.why() + ".", restart);
            case PluginSocket.Result.TimedOut _ ->
                CheckResult.bad(name, "The driver on " + socket.path() + " does not respond.", restart);
            case PluginSocket.Result.Failed failed ->
                CheckResult.bad(name, "The driver on " + socket.path() + " fails: " + failed.why() + ".", restart);
        };
    }

    static List<CheckResult> registrations(List<PluginRegistration> registrations) {
        return registrations.isEmpty()
                ? List.of(CheckResult.note(
                        "driver-registration",
                        "No registration socket was found: no driver is registered with the kubelet.",
                        "The registrar of a driver creates it in plugins_registry below the kubelet's root; if the kubelet"
                                + " runs with another --root-dir, set it with --kubelet-root."))
                : registrations.stream().map(PluginChecks::registration).toList();
    }

    private static CheckResult registration(PluginRegistration pluginRegistration) {
        String name = "driver-registration";
        String remedy =
                "Restart the pod whose registrar created the socket; a socket without a listener can be removed.";
        return switch (pluginRegistration.result()) {
            case PluginRegistration.Result.Plugin plugin ->
                CheckResult.ok(name, plugin.name() + " (" + plugin.type() + ") registers " + plugin.endpoint() + ".");
            case PluginRegistration.Result.NotListening notListening ->
                CheckResult.bad(
                        name,
                        "No process listens on " + pluginRegistration.path() + ": " + notListening.why() + ".",
                        remedy);
            case PluginRegistration.Result.TimedOut _ ->
                CheckResult.bad(name, "The registrar on " + pluginRegistration.path() + " does not respond.", remedy);
            case PluginRegistration.Result.Failed failed ->
                CheckResult.bad(
                        name,
                        "The registrar on " + pluginRegistration.path() + " fails: " + failed.why() + ".",
                        remedy);
        };
    }

    /// The scheduler and the attacher rely on CSINode.
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
                                    "Check the kubelet's log; it creates the object when a driver registers."));
        }
        List<CheckResult> checks = new ArrayList<>();
        Set<String> silent = new TreeSet<>(node.drivers().get());
        silent.removeAll(answering);
        if (!silent.isEmpty()) {
            checks.add(CheckResult.bad(
                    "csinode",
                    "CSINode " + node.name() + " has drivers that do not respond here: " + NameSummary.of(silent) + ".",
                    "Pods that use their volumes hang on this node. Restart the driver's pod here."));
        }
        Set<String> unheard = new TreeSet<>(answering);
        unheard.removeAll(node.drivers().get());
        if (!unheard.isEmpty()) {
            checks.add(CheckResult.bad(
                    "csinode",
                    "Drivers respond here that CSINode " + node.name() + " does not have: " + NameSummary.of(unheard)
                            + ".",
                    "The kubelet rejected or missed them: check its log; remove the registration socket to make the"
                            + " registrar try again."));
        }
        if (checks.isEmpty()) {
            checks.add(CheckResult.ok("csinode", "CSINode " + node.name() + " matches the drivers that respond here."));
        }
        return checks;
    }
}
