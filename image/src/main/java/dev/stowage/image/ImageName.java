package dev.stowage.image;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A name under which the archive holds an image.
///
/// @param command the first argument of the entry point; empty when the container's arguments begin with a
///     command
/// @param user the user that it runs as
record ImageName(String name, ImageVariant imageVariant, Optional<String> command, String user) {
    private static final String REGISTRY = "stowage.dev/";
    private static final String ROOT = "0:0";

    /// The usual non-root user of images without a shell.
    private static final String NOBODY = "65532:65532";

    /// Third-party drivers usually let only root use their socket. So upstream's images run as root, and so do
    /// their replacements here.
    private static final List<String> AT_A_SOCKET = List.of(
            "csi-provisioner",
            "csi-attacher",
            "csi-resizer",
            "csi-snapshotter",
            "csi-node-driver-registrar",
            "livenessprobe",
            "csi-external-health-monitor-controller");

    static final List<ImageName> ALL = Stream.of(
                    Stream.of(
                            new ImageName("stowage", ImageVariant.NODE, Optional.empty(), ROOT),
                            new ImageName("stowage-sidecar", ImageVariant.SIDECAR, Optional.empty(), NOBODY)),
                    AT_A_SOCKET.stream()
                            .map(program -> new ImageName(program, ImageVariant.SIDECAR, Optional.of(program), ROOT)),
                    Stream.of(new ImageName(
                            "snapshot-controller", ImageVariant.SIDECAR, Optional.of("snapshot-controller"), NOBODY)))
            .flatMap(names -> names)
            .toList();

    String reference(String version) {
        return REGISTRY + name + ":" + version;
    }
}
