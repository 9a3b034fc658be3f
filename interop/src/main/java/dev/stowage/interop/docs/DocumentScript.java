package dev.stowage.interop.docs;

import java.util.ArrayList;
import java.util.List;

/// The commands of a document, from all blocks with a given mark, and the output that it promises.
///
/// @param script the commands of all blocks, for one shell: a later block may use what an earlier one has set
/// @param expectedOutput the texts after `# =>`, in their order
public record DocumentScript(String script, List<String> expectedOutput) {

    private static final String FENCE = "```";
    private static final String PROMISE = "# =>";

    /// Marks blocks that run on this machine alone.
    public static final String HERE = "sh";

    /// Marks blocks that run where `kubectl` and `helm` reach a cluster.
    public static final String ON_A_CLUSTER = "sh cluster";

    public DocumentScript {
        expectedOutput = List.copyOf(expectedOutput);
    }

    /// @param name of the document, for error messages
    /// @param mark of the blocks to run
    public static DocumentScript in(String name, String markdown, String mark) {
        List<String> commands = new ArrayList<>();
        List<String> promises = new ArrayList<>();
        boolean open = false;
        boolean runnable = false;
        for (String line : markdown.lines().toList()) {
            String text = line.strip();
            if (text.startsWith(FENCE)) {
                open = !open;
                runnable = open && text.substring(FENCE.length()).equals(mark);
            } else if (runnable) {
                commands.add(line);
                if (text.startsWith(PROMISE)) {
                    promises.add(text.substring(PROMISE.length()).strip());
                }
            }
        }
        if (open) {
            throw new IllegalArgumentException(name + ": the last code block is not closed");
        }
        return new DocumentScript(String.join("\n", commands) + "\n", promises);
    }

    public boolean isEmpty() {
        return script.isBlank();
    }

    /// The expected texts that are missing in the output: the first one, and all after it. Each must be on a
    /// separate line, after the line with the previous one. Column widths are ignored.
    List<String> missing(List<String> output) {
        int kept = 0;
        for (String line : output) {
            if (kept < expectedOutput.size() && evenly(line).contains(evenly(expectedOutput.get(kept)))) {
                kept++;
            }
        }
        return expectedOutput.subList(kept, expectedOutput.size());
    }

    private static String evenly(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
