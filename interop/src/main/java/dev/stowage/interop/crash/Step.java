package dev.stowage.interop.crash;

import java.util.Arrays;
import java.util.List;

/// The calls of a volume's life, in their order.
enum Step {
    CREATE,
    STAGE,
    PUBLISH,
    UNPUBLISH,
    UNSTAGE,
    DELETE;

    static List<Step> all(boolean staging) {
        return Arrays.stream(values())
                .filter(step -> staging || (step != STAGE && step != UNSTAGE))
                .toList();
    }
}
