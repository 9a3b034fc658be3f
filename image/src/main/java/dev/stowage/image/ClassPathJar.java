package dev.stowage.image;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A jar of the image, by its name in Maven and in the file system.
public record ClassPathJar(String group, String artifact, String version, Path file) {
    private static final String OURS = "dev.stowage";
    private static final Pattern LINE = Pattern.compile("([^: ]+):([^: ]+):jar:([^: ]+):(compile|runtime)");

    /// The runtime dependencies of the command line according to the build, found on the class path of this
    /// process.
    static List<ClassPathJar> ofClassPath() throws IOException {
        Map<String, Path> files = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(Files::isRegularFile)
                .collect(Collectors.toMap(
                        file -> file.getFileName().toString(), Function.identity(), (first, _) -> first));
        try (InputStream in = ClassPathJar.class.getResourceAsStream("content.txt")) {
            if (in == null) {
                throw new IOException("content.txt is missing from the build of stowage-image");
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), files);
        }
    }

    /// @param list as Maven's dependency plug-in writes it
    static List<ClassPathJar> parse(String list, Map<String, Path> files) throws IOException {
        List<Matcher> lines = list.lines()
                .map(line -> LINE.matcher(line.strip()))
                .filter(Matcher::lookingAt)
                .toList();
        for (Matcher line : lines) {
            if (!files.containsKey(name(line))) {
                throw new IOException(
                        "the image needs " + name(line) + ", which is not on the class path (run ./stowage image)");
            }
        }
        return lines.stream()
                .map(line -> new ClassPathJar(
                        line.group(1), line.group(2), line.group(3), Objects.requireNonNull(files.get(name(line)))))
                .sorted(Comparator.comparing(ClassPathJar::name))
                .toList();
    }

    private static String name(Matcher line) {
        return line.group(2) + "-" + line.group(3) + ".jar";
    }

    public String name() {
        return file.getFileName().toString();
    }

    public boolean isOurs() {
        return group.equals(OURS);
    }
}
