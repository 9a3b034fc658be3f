package dev.stowage.driver.share;

import dev.stowage.sdk.record.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Any FUSE program, with arguments that only the administrator writes. It has to stay in the foreground.
///
/// @param template the absolute path of the program and its arguments; one of them is or contains `{mountPoint}`
public record FuseSource(List<String> template) implements DaemonSource {
    static final String TYPE = "fuse";
    private static final String MOUNT_POINT = "{mountPoint}";
    private static final Set<String> KEYS = Set.of("type", "argv");
    private static final int MOST = 64;
    private static final int LONGEST = 4096;

    public FuseSource {
        template = List.copyOf(template);
        if (template.isEmpty() || !template.getFirst().startsWith("/")) {
            throw new IllegalArgumentException("argv must begin with the absolute path of a program");
        }
        if (template.stream().skip(1).filter(word -> word.contains(MOUNT_POINT)).count() != 1) {
            throw new IllegalArgumentException("exactly one argument in argv must contain " + MOUNT_POINT);
        }
        if (template.size() > MOST
                || template.stream().anyMatch(word -> word.length() > LONGEST || word.indexOf('\0') >= 0)) {
            throw new IllegalArgumentException(
                    "argv has more than %d arguments, or one of more than %d characters".formatted(MOST, LONGEST));
        }
    }

    static FuseSource parse(JsonObject source) throws IOException {
        DaemonSource.requireKeys(source, KEYS);
        return new FuseSource(DaemonSource.texts(source, "argv"));
    }

    @Override
    public List<String> argv(Path mountPoint) {
        return template.stream()
                .map(word -> word.replace(MOUNT_POINT, mountPoint.toString()))
                .toList();
    }

    /// Nothing: arguments may contain passwords.
    @Override
    public Map<String, String> context() {
        return Map.of();
    }

    @Override
    public String toString() {
        return "fuse " + Path.of(template.getFirst()).getFileName();
    }
}
