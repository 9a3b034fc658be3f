package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.doctor.Listed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The way from the kubelet to a driver: registration, socket, CSINode.
final class PluginChecks {
    private PluginChecks() {}

    static List<Check> sockets(List<PluginSocket> sockets) {
        return sockets.isEmpty()
                ? List.of(Check.note(
                        "driver-socket", "No socket of a driver was found.", "Install a CSI driver, or name its root."))
                : sockets.stream().map(PluginChecks::socket).toList();
    }

    private static Check socket(PluginSocket socket) {
        String name = "driver-socket";
        String restart = "Restart the driver's pod on this node and read its log.";
        return switch (socket.answer()) {
            case PluginSocket.Answer.Driver driver
            when driver.ready() ->
                Check.ok(name, driver.name() + " " + driver.version() + " answers at " + socket.path() + ".");
            case PluginSocket.Answer.Driver driver ->
                Check.warn(
                        name,
                        driver.name() + " " + driver.version() + " answers at " + socket.path()
                                + " and says that it is not ready.",
                        "Wait a moment; then read its log.");
            case PluginSocket.Answer.Deserted deserted ->
                Check.bad(name, "Nobody listens at " + socket.path() + ": " + deserted.why() + ".", restart);
            case PluginSocket.Answer.Silent _ ->
                Check.bad(name, "Whoever listens at " + socket.path() + " does not answer.", restart);
            case PluginSocket.Answer.Failed failed ->
                Check.bad(name, "The driver at " + socket.path() + " fails: " + failed.why() + ".", restart);
        };
    }

    static List<Check> registrations(List<Registration> registrations) {
        return registrations.isEmpty()
                ? List.of(Check.note(
                        "driver-registration",
                        "No registration socket was found: the kubelet learns of no driver.",
                        "A driver's registrar puts one into plugins_registry of the kubelet's folder; if the kubelet"
                                + " runs with another --root-dir, name it with --kubelet-root."))
                : registrations.stream().map(PluginChecks::registration).toList();
    }

    private static Check registration(Registration registration) {
        String name = "driver-registration";
        String remedy =
                "Restart the pod whose registrar made the socket; a socket that nobody listens at can be" + " removed.";
        return switch (registration.answer()) {
            case Registration.Answer.Plugin plugin ->
                Check.ok(
                        name,
                        plugin.name() + " (" + plugin.type() + ") tells the kubelet of " + plugin.endpoint() + ".");
            case Registration.Answer.Deserted deserted ->
                Check.bad(name, "Nobody listens at " + registration.path() + ": " + deserted.why() + ".", remedy);
            case Registration.Answer.Silent _ ->
                Check.bad(name, "The registrar at " + registration.path() + " does not answer.", remedy);
            case Registration.Answer.Failed failed ->
                Check.bad(name, "The registrar at " + registration.path() + " fails: " + failed.why() + ".", remedy);
        };
    }

    /// CSINode is what the scheduler and the attacher go by.
    static List<Check> csiNode(List<Registration> registrations, Optional<NodeInCluster> cluster) {
        if (cluster.isEmpty()) {
            return List.of();
        }
        NodeInCluster node = cluster.get();
        Set<String> answering = registrations.stream()
                .map(Registration::answer)
                .filter(Registration.Answer.Plugin.class::isInstance)
                .map(Registration.Answer.Plugin.class::cast)
                .filter(Registration.Answer.Plugin::isCsi)
                .map(Registration.Answer.Plugin::name)
                .collect(Collectors.toCollection(TreeSet::new));
        if (node.drivers().isEmpty()) {
            return List.of(
                    answering.isEmpty()
                            ? Check.note("csinode", "There is no CSINode " + node.name() + ".", "")
                            : Check.bad(
                                    "csinode",
                                    "There is no CSINode " + node.name() + " though " + Listed.of(answering)
                                            + " could register.",
                                    "Read the kubelet's log; it makes the object when a driver registers."));
        }
        List<Check> checks = new ArrayList<>();
        Set<String> silent = new TreeSet<>(node.drivers().get());
        silent.removeAll(answering);
        if (!silent.isEmpty()) {
            checks.add(Check.bad(
                    "csinode",
                    "CSINode " + node.name() + " has drivers that do not answer here: " + Listed.of(silent) + ".",
                    "Pods with their volumes hang on this node. Restart the driver's pod here."));
        }
        Set<String> unheard = new TreeSet<>(answering);
        unheard.removeAll(node.drivers().get());
        if (!unheard.isEmpty()) {
            checks.add(Check.bad(
                    "csinode",
                    "Drivers answer here that CSINode " + node.name() + " does not have: " + Listed.of(unheard) + ".",
                    "The kubelet refused or missed them: read its log; removing the registration socket makes the"
                            + " registrar try again."));
        }
        if (checks.isEmpty()) {
            checks.add(Check.ok("csinode", "CSINode " + node.name() + " has what answers here."));
        }
        return checks;
    }
}
