package dev.stowage.linux.mountinfo;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/// Writes mount tables as the kernel does, to be read back.
final class MountInfoWriter {
    private static final String LETTERS = "ab -#\\\t\n01234567:,.~";

    private MountInfoWriter() {}

    static String write(List<MountPoint> mounts) {
        return mounts.stream().map(MountInfoWriter::line).collect(Collectors.joining());
    }

    private static String line(MountPoint m) {
        String optional = m.optionalFields().stream().map(field -> field + " ").collect(Collectors.joining());
        return "%d %d %d:%d %s %s %s %s- %s %s %s\n"
                .formatted(
                        m.id(),
                        m.parent(),
                        m.major(),
                        m.minor(),
                        escape(m.root()),
                        escape(m.target().toString()),
                        String.join(",", m.options()),
                        optional,
                        m.fsType(),
                        escape(m.source()),
                        String.join(",", m.superOptions()));
    }

    static String randomName(Random random) {
        return random.ints(1 + random.nextInt(12), 0, LETTERS.length())
                .mapToObj(i -> LETTERS.substring(i, i + 1))
                .collect(Collectors.joining());
    }

    private static String escape(String text) {
        return text.codePoints()
                .mapToObj(c -> " \t\n\\#".indexOf(c) >= 0 ? "\\%03o".formatted(c) : Character.toString(c))
                .collect(Collectors.joining());
    }
}
