package dev.stowage.k8s;

import dev.stowage.testing.fuzz.FuzzTarget;
import java.util.List;
import java.util.Map;

/// A label selector of a request. What it is written as must be read as the same selector.
final class LabelSelectorFuzz implements FuzzTarget {
    private static final Map<String, String> LABELS = Map.of("app", "db", "tier", "a", "n", "7", "x.y/z", "");

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts(
                "app=db,tier in (a,b),!old",
                "app==db, tier notin (a, b,), n>5,n<10, x.y/z",
                "x.y/z!=v,app",
                "a in (),b in (,)",
                "!x.y/z");
    }

    @Override
    public List<String> words() {
        return List.of("=", "==", "!=", "!", "(", ")", ",", " in ", " notin ", ">", "<", "/", ".", "-", " ", "\t");
    }

    @Override
    public void run(byte[] input) {
        try {
            LabelSelector selector = LabelSelector.parse(FuzzTarget.text(input));
            LabelSelector again = LabelSelector.parse(selector.toString());
            if (selector.matches(LABELS) != again.matches(LABELS)) {
                throw new AssertionError("another selector when it is written and read: " + selector);
            }
        } catch (InvalidSelectorException _) {
            // Not a selector.
        }
    }
}
