package dev.stowage.interop.driver;

import java.util.Arrays;
import java.util.List;

/// The calls of a volume's lifecycle, in order.
enum LifecycleOperation {
    CREATE,
    STAGE,
    PUBLISH,
    UNPUBLISH,
    UNSTAGE,
    DELETE;

    static List<LifecycleOperation> all(boolean staging) {
        return Arrays.stream(values())
                .filter(lifecycleOperation -> staging || (lifecycleOperation != STAGE && lifecycleOperation != UNSTAGE))
                .toList();
    }
}
