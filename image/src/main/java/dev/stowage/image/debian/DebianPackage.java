package dev.stowage.image.debian;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A package as Debian's lists describe it.
///
/// @param fields its control fields; multi-line fields are cut after the first line
public record DebianPackage(Map<String, String> fields) {

    public DebianPackage {
        fields = Map.copyOf(fields);
    }

    /// Reads what `apt-cache show` prints: paragraphs of `Field: value`.
    static List<DebianPackage> parse(String text) {
        return Arrays.stream(text.split("\n\\s*\n", -1))
                .filter(paragraph -> !paragraph.isBlank())
                .map(DebianPackage::paragraph)
                .toList();
    }

    private static DebianPackage paragraph(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        text.lines().filter(line -> !line.startsWith(" ")).forEach(line -> {
            String[] parts = line.split(": ?", 2);
            if (parts.length == 2) {
                fields.put(parts[0], parts[1]);
            }
        });
        return new DebianPackage(fields);
    }

    public String name() {
        return field("Package");
    }

    public String version() {
        return field("Version");
    }

    public String architecture() {
        return field("Architecture");
    }

    /// The source package; scanners look up vulnerabilities by it.
    public String source() {
        return fields.getOrDefault("Source", name()).split(" ", 2)[0];
    }

    String sha256() {
        return field("SHA256");
    }

    /// The names of its dependencies; of alternatives, the first.
    List<String> needs() {
        return Stream.of("Pre-Depends", "Depends")
                .map(field -> fields.getOrDefault(field, ""))
                .flatMap(text -> Arrays.stream(text.split(",", -1)))
                .map(one -> one.strip().split("[ :(|]", 2)[0])
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }

    /// The dpkg status entry that scanners look for in an image, one file per package.
    String status() {
        StringBuilder text = new StringBuilder();
        for (String field : List.of("Package", "Source", "Version", "Architecture", "Maintainer")) {
            if (fields.containsKey(field)) {
                text.append(field).append(": ").append(fields.get(field)).append('\n');
            }
        }
        return text.append("Status: install ok installed\n").toString();
    }

    private String field(String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the description of a Debian package has no " + name + ": " + fields);
        }
        return value;
    }
}
