package dev.stowage.dist.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The rooms and the floor each of them is on. A room knows the floors below its own and nothing else, unless a rule
/// takes more away. A room that is listed but not built yet is simply empty.
enum StowageModule {
    PATIENCE(0),
    FLAGS(0),
    LINUX(0),
    APISERVER(1),
    CSI(2),
    SDK(3),
    TESTKIT(3),
    DRIVER(4),
    KUBE(5),
    NODE(6),
    SIDECAR(6),
    CONTROL(6),
    EXPLAIN(7),
    CONSOLE(8),
    CLI(9),
    EXAMPLES(10),
    IMAGE(10),
    INTEROP(10),
    SIM(10),
    BENCH(11),
    DIST(12);

    private static final String HOUSE = "dev.stowage.";

    private final int layer;

    StowageModule(int layer) {
        this.layer = layer;
    }

    String packages() {
        return HOUSE + name().toLowerCase(Locale.ROOT) + "..";
    }

    boolean mayUse(StowageModule other) {
        return this == other || other.layer < layer;
    }

    static boolean isOurs(JavaClass type) {
        return type.getBaseComponentType().getPackageName().startsWith(HOUSE);
    }

    static Optional<StowageModule> of(JavaClass type) {
        String inside = type.getBaseComponentType().getPackageName().substring(HOUSE.length());
        String first = inside.split("\\.", 2)[0].toUpperCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(stowageModule -> stowageModule.name().equals(first))
                .findFirst();
    }
}
