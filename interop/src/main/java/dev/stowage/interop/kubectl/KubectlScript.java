package dev.stowage.interop.kubectl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A sequence of kubectl calls: a line `$ get pods` is a call, indented lines below it are its standard input,
/// `#` starts a comment. A line `? get boats` is repeated until it succeeds, because some effects take a
/// moment.
final class KubectlScript {
    private static final String INDENT = "    ";

    private KubectlScript() {}

    static List<KubectlInvocation> read() {
        return parse(resource("calls.txt"));
    }

    static List<KubectlInvocation> parse(String text) {
        List<KubectlInvocation> steps = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("$ ") || line.startsWith("? ")) {
                StringBuilder input = new StringBuilder();
                int next = i + 1;
                while (next < lines.size() && lines.get(next).startsWith(INDENT)) {
                    input.append(lines.get(next).substring(INDENT.length())).append('\n');
                    next++;
                }
                steps.add(new KubectlInvocation(
                        i + 1, line.substring(2).strip(), input.toString(), line.startsWith("? ")));
                i = next - 1;
            } else if (!line.isBlank() && !line.startsWith("#")) {
                throw new IllegalArgumentException(
                        "line %d is neither a call nor a comment: %s".formatted(i + 1, line));
            }
        }
        return List.copyOf(steps);
    }

    static String resource(String name) {
        try (InputStream in = KubectlScript.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
