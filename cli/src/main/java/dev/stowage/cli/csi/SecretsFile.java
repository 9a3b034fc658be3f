package dev.stowage.cli.csi;

import dev.stowage.flags.UsageException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Reads secrets. Errors name the line, never the content.
final class SecretsFile {

    private SecretsFile() {}

    static Map<String, String> read(Path file, Consumer<String> warnings) {
        String text = TextFile.read("--secrets", file);
        if (TextFile.isReadableByOthers(file)) {
            warnings.accept(
                    "warning: " + file + " contains secrets and is readable by all users (run chmod 600 " + file + ")");
        }
        try {
            return text.stripLeading().startsWith("{") ? ProtoJsonReader.texts(text) : lines(text);
        } catch (JsonFormatException e) {
            throw new UsageException("--secrets: " + file + ": " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new UsageException("--secrets: " + file + ", " + e.getMessage());
        }
    }

    private static Map<String, String> lines(String text) {
        Map<String, String> secrets = new LinkedHashMap<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            int equals = line.indexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException("line " + number + ": not KEY=VALUE");
            }
            if (secrets.put(line.substring(0, equals).strip(), line.substring(equals + 1)) != null) {
                throw new IllegalArgumentException("line " + number + ": duplicate key");
            }
        }
        return secrets;
    }
}
