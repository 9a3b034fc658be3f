package dev.stowage.dist.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The modules, lowest first, each with the modules it may use: the whole list of allowed edges. A constant can name
/// only constants before it, so the list has no cycle. An edge that no class needs any more must leave the list.
enum StowageModule {
    // base
    TESTING(),
    FLAGS(),
    LINUX(),
    K8S(),
    X509(),
    HTTP(),
    // api
    CEL(K8S),
    KUBETYPES(),
    APISERVER(FLAGS, K8S, X509, HTTP, CEL, KUBETYPES),
    // csi
    CSI(),
    TESTKIT(CSI),
    SDK(FLAGS, LINUX, CSI),
    DRIVER(FLAGS, LINUX, SDK),
    // kube
    KUBE(FLAGS, K8S, X509, HTTP),
    // stages: none of them uses another
    CONTROL(FLAGS, K8S, KUBE),
    CLUSTER(FLAGS, K8S, KUBE),
    SIDECAR(FLAGS, K8S, X509, CSI, KUBE),
    NODE(FLAGS, LINUX, K8S, X509, HTTP, CSI, KUBE),
    // users
    EXPLAIN(FLAGS, LINUX, K8S, KUBE),
    CLI(FLAGS, LINUX, K8S, X509, APISERVER, CSI, SDK, DRIVER, KUBE, CONTROL, CLUSTER, SIDECAR, NODE, EXPLAIN),
    EXAMPLES(LINUX, SDK, CLI),
    IMAGE(FLAGS, LINUX, K8S, APISERVER, SDK, KUBE, CLI),
    INTEROP(FLAGS, LINUX, CSI, KUBE, CLI),
    SIM(FLAGS, K8S, KUBETYPES, APISERVER, KUBE, CONTROL, CLI),
    BENCH(FLAGS, LINUX, K8S, CSI, KUBE, CLI, INTEROP),
    DIST(FLAGS, K8S, KUBE, CLI);

    private static final String ROOT = "dev.stowage.";

    @SuppressWarnings("ImmutableEnumChecker") // it is a copy that cannot change
    private final Set<StowageModule> uses;

    StowageModule(StowageModule... uses) {
        this.uses = Set.copyOf(List.of(uses));
    }

    String packages() {
        return ROOT + name().toLowerCase(Locale.ROOT) + "..";
    }

    Set<StowageModule> uses() {
        return uses;
    }

    boolean mayUse(StowageModule other) {
        return this == other || uses.contains(other);
    }

    static boolean isOurs(JavaClass type) {
        return type.getBaseComponentType().getPackageName().startsWith(ROOT);
    }

    static Optional<StowageModule> of(JavaClass type) {
        String inside = type.getBaseComponentType().getPackageName().substring(ROOT.length());
        String first = inside.split("\\.", 2)[0].toUpperCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(module -> module.name().equals(first))
                .findFirst();
    }
}
