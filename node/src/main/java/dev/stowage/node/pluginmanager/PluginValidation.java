package dev.stowage.node.pluginmanager;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.registration.v1.PluginInfo;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Checks whether a plugin can be registered as a driver of this node.
sealed interface PluginValidation {

    /// @param endpoint of the driver, which may be another socket
    record Accepted(String name, CsiEndpoint endpoint, CsiVersion version) implements PluginValidation {}

    /// @param why the text for the plugin
    record Rejected(String why) implements PluginValidation {}

    /// @param registered the version of the driver that has this name already
    static PluginValidation validate(PluginInfo info, Path socket, Function<String, Optional<CsiVersion>> registered) {
        if (!info.getType().equals("CSIPlugin")) {
            return new Rejected("RegisterPlugin error -- no handler registered for plugin type: " + info.getType()
                    + " at socket " + socket);
        }
        String endpoint = info.getEndpoint().isEmpty() ? socket.toString() : info.getEndpoint();
        Optional<CsiVersion> version = CsiVersion.highest(info.getSupportedVersionsList());
        Optional<CsiVersion> other = registered.apply(info.getName());
        if (info.getSupportedVersionsCount() == 0) {
            return invalid(info, endpoint, "Plugin returned an empty list for supported versions");
        }
        if (version.isEmpty()) {
            return invalid(
                    info,
                    endpoint,
                    "None of the versions specified " + quoted(info)
                            + " are supported. err=no highest supported version of v1.x among them");
        }
        if (other.isPresent() && other.get().compareTo(version.get()) >= 0) {
            return invalid(
                    info,
                    endpoint,
                    "Another driver with the same name is already registered with a higher supported version: \""
                            + other.get() + "\"");
        }
        return named(info, endpoint, version.get());
    }

    private static PluginValidation named(PluginInfo info, String endpoint, CsiVersion version) {
        if (!DriverNamePattern.FORM.matcher(info.getName()).matches()) {
            return invalid(info, endpoint, "The driver name is not valid");
        }
        try {
            return new Accepted(info.getName(), CsiEndpoint.parse(endpoint), version);
        } catch (IllegalArgumentException e) {
            return invalid(info, endpoint, String.valueOf(e.getMessage()));
        }
    }

    /// The name becomes a directory name, so it is validated here, before the API server does.
    final class DriverNamePattern {
        private static final Pattern FORM = Pattern.compile("[a-zA-Z0-9]([a-zA-Z0-9.-]{0,61}[a-zA-Z0-9])?");

        private DriverNamePattern() {}
    }

    private static Rejected invalid(PluginInfo info, String endpoint, String why) {
        return new Rejected(
                "RegisterPlugin error -- plugin validation failed with err: validation failed for CSI Driver "
                        + info.getName() + " at endpoint " + endpoint
                        + ": kubernetes.io/csi: ValidatePlugin for CSI driver \""
                        + info.getName() + "\" failed. " + why);
    }

    private static String quoted(PluginInfo info) {
        return info.getSupportedVersionsList().stream()
                .map(version -> "\"" + version + "\"")
                .collect(Collectors.joining(" ", "[", "]"));
    }
}
