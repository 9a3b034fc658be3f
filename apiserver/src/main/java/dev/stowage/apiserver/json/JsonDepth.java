package dev.stowage.apiserver.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;

/// How deep objects may be. Most code that handles them recurses into them, and a tree that is deeper than what
/// a parser accepts could be stored and never be read again.
public final class JsonDepth {
    public static final String EXCEEDED = "exceeded max depth";

    /// Of what clients send.
    public static final int MOST = 256;

    /// Of an object with its managed fields, which repeat the path of each field below `metadata`.
    public static final int MOST_STORED = MOST + 44;

    private JsonDepth() {}

    /// What is wrong with JSON that cannot be read, in the words of Go if it is too deep.
    public static String problem(JsonProcessingException failure) {
        String message = failure.getOriginalMessage();
        boolean deep = failure instanceof StreamConstraintsException && message.contains("nesting depth");
        return deep ? EXCEEDED : message;
    }

    /// Whether lists and objects are inside each other more often than that.
    public static boolean exceeds(JsonNode tree, int most) {
        if (!tree.isContainerNode()) {
            return false;
        }
        if (most == 0) {
            return true;
        }
        for (JsonNode child : tree) {
            if (exceeds(child, most - 1)) {
                return true;
            }
        }
        return false;
    }
}
