package dev.stowage.cli.csi;

import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Access modes as they are typed: CSI's names in small letters with dashes, or Kubernetes' four letters.
record AccessModes(List<Mode> modes) {

    static final AccessModes NONE = new AccessModes(List.of());
    static final AccessModes USUAL = new AccessModes(List.of(Mode.SINGLE_NODE_WRITER));

    static AccessModes parse(String text) {
        return new AccessModes(
                Stream.of(text.split(",", -1)).map(AccessModes::mode).toList());
    }

    /// As the help shows it.
    @Override
    public String toString() {
        return modes.stream().map(AccessModes::typed).collect(Collectors.joining(","));
    }

    private static Mode mode(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT).replace('_', '-')) {
            case "rwo" -> Mode.SINGLE_NODE_WRITER;
            case "rwop" -> Mode.SINGLE_NODE_SINGLE_WRITER;
            case "rox" -> Mode.MULTI_NODE_READER_ONLY;
            case "rwx" -> Mode.MULTI_NODE_MULTI_WRITER;
            case String name ->
                known().filter(mode -> typed(mode).equals(name))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("\"" + text
                                + "\" is not an access mode; supported are rwo, rwop, rox, rwx and "
                                + known().map(AccessModes::typed).collect(Collectors.joining(", "))));
        };
    }

    private static Stream<Mode> known() {
        return Stream.of(Mode.values()).filter(mode -> mode != Mode.UNRECOGNIZED && mode != Mode.UNKNOWN);
    }

    private static String typed(Mode mode) {
        return mode.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
