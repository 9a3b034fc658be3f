package dev.stowage.interop.docs;

import java.util.ArrayList;
import java.util.List;

/// What a reader of a document types, from the first block with a mark to the last, and what it says will be seen.
///
/// @param script the commands of all blocks, for one shell: a later block may use what an earlier one has set
/// @param expectedOutput the texts after `# =>`, in their order
public record DocumentScript(String script, List<String> expectedOutput) {

    private static final String FENCE = "```";
    private static final String PROMISE = "# =>";

    /// Marks what is run on this machine alone.
    static final String HERE = "sh";

    /// Marks what is run where `kubectl` and `helm` reach a cluster.
    public static final String ON_A_CLUSTER = "sh cluster";

    public DocumentScript {
        expectedOutput = List.copyOf(expectedOutput);
    }

    /// @param name of the document, for complaints
    /// @param mark of the blocks that are meant
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

    /// The promises that the output does not keep: the first of them, and all that come after it. Each has to be in a
    /// separate line, after the line that kept the one before. The width of columns does not count.
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
