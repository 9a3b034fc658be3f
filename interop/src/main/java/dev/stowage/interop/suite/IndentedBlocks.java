package dev.stowage.interop.suite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A hand-written list, for example of intended differences: a name on its own line, its entries indented below;
/// `#` starts a comment.
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
