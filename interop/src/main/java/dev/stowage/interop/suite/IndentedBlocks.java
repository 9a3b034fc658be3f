package dev.stowage.interop.suite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A hand-written list, such as of intended differences: a name on its own line, what belongs
/// to it set
/// in
/// below; `#` says why.
public final class IndentedBlocks {
    private IndentedBlocks() {}

    public static Map<String, List<String>> in(String text) {
        Map<String, List<String>> blocks = new LinkedHashMap<>();
        List<String> block = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith("    ")) {
                block.add(line.substring(4));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                block = new ArrayList<>();
                blocks.put(line.strip(), block);
            }
        }
        return blocks;
    }
}
