package dev.stowage.dist.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import dev.stowage.cluster.fixture.ClusterUsesControl;
import dev.stowage.control.fixture.ControlUsesCsi;
import dev.stowage.csi.fixture.LowerUsesHigher;
import dev.stowage.kube.fixture.KubeUsesGrpc;
import dev.stowage.linux.fixture.LinuxUsesFlags;
import dev.stowage.node.fixture.NodeUsesSidecar;
import dev.stowage.sdk.fixture.SdkUsesForbiddenApis;
import dev.stowage.testkit.fixture.TestkitUsesFlags;
import dev.stowage.unknown.cycle.first.First;
import dev.stowage.unknown.cycle.second.Second;
import dev.stowage.unknown.fixture.InNoModule;
import java.util.Arrays;
import java.util.List;

/// Each rule with its reason, and a class that breaks it on purpose: a rule that nothing can break guards
/// nothing.
record ArchitectureRule(String name, List<Class<?>> badExamples, ArchRule rule) {

    static final List<ArchitectureRule> ALL = List.of(
            rule(
                    "every class belongs to a module",
                    InNoModule.class,
                    classes()
                            .should(DependencyConditions.belongToAModule())
                            .because("a package of no module would be free of all the other rules")),
            rule(
                    "modules use only the modules listed for them",
                    LowerUsesHigher.class,
                    classes()
                            .should(DependencyConditions.useAllowedModulesOnly())
                            .because(
                                    "a lower module is used without the higher ones: the SDK without the command line, and so on")),
            new ArchitectureRule(
                    "packages form no cycle",
                    List.of(First.class, Second.class),
                    slices().matching("dev.stowage.(**)")
                            .should()
                            .beFreeOfCycles()
                            .because("a package in a cycle can be neither understood nor changed without the others")
                            .allowEmptyShould(true)),
            rule(
                    "stages meet through the API only",
                    NodeUsesSidecar.class,
                    classes()
                            .that(in(StowageModule.NODE, StowageModule.SIDECAR))
                            .should(DependencyConditions.useAllowedModulesOnly())
                            .because("each stage must also work beside the upstream version of the others")),
            rule(
                    "volume control and cluster never import each other",
                    ClusterUsesControl.class,
                    classes()
                            .that(in(StowageModule.CONTROL, StowageModule.CLUSTER))
                            .should(DependencyConditions.useAllowedModulesOnly())
                            .because(
                                    "a cluster that has a scheduler and workloads can use the volume controllers alone")),
            rule(
                    "flags and linux use no other module",
                    LinuxUsesFlags.class,
                    classes()
                            .that(in(StowageModule.FLAGS, StowageModule.LINUX))
                            .should(DependencyConditions.useAllowedModulesOnly())
                            .because("system calls and command lines are useful without the rest")),
            rule(
                    "testkit uses the CSI protocol only",
                    TestkitUsesFlags.class,
                    noClasses()
                            .that(in(StowageModule.TESTKIT))
                            .should()
                            .dependOnClassesThat(oursOutside(StowageModule.TESTKIT, StowageModule.CSI))
                            .because(
                                    "it checks any driver over its socket, also one that was not written with the SDK")),
            rule(
                    "controllers never speak CSI",
                    ControlUsesCsi.class,
                    noClasses()
                            .that(in(StowageModule.CONTROL, StowageModule.CLUSTER))
                            .should()
                            .dependOnClassesThat(in(StowageModule.CSI))
                            .because("the controllers of Kubernetes know objects, the sidecars know drivers")),
            rule(
                    "few packages start processes",
                    SdkUsesForbiddenApis.class,
                    noClasses()
                            .that(outside(
                                    "dev.stowage.linux..",
                                    "dev.stowage.kube.credential..",
                                    "dev.stowage.node.runtime.process..",
                                    "dev.stowage.driver.mounter.daemon..",
                                    "dev.stowage.cli.up.process..",
                                    "dev.stowage.image.training..",
                                    "dev.stowage.interop..",
                                    "dev.stowage.bench.."))
                            .should(CallConditions.to("java.lang.ProcessBuilder.start", "java.lang.Runtime.exec"))
                            .because(
                                    "a child process needs a deadline and a kill of its process group, written once in linux.exec;"
                                            + " containers, restarted drivers and training runs live longer than a call, and"
                                            + " the daemons of FUSE longer than the process that starts them; a"
                                            + " credential plug-in may ask a person to log in")),
            rule(
                    "only csi uses Netty",
                    SdkUsesForbiddenApis.class,
                    noClasses()
                            .that(outside("dev.stowage.csi..", "dev.stowage.bench.."))
                            .should()
                            .dependOnClassesThat(resideInAPackage("io.netty.."))
                            .because(
                                    "the transport can then be changed in one place; bench builds the peer it measures against")),
            rule(
                    "only the storage layer uses the database",
                    SdkUsesForbiddenApis.class,
                    noClasses()
                            .that(outside("dev.stowage.apiserver.storage.."))
                            .should()
                            .dependOnClassesThat(resideInAnyPackage("java.sql..", "org.sqlite.."))
                            .because("one writer orders all writes; a reader that bypasses it sees uncommitted state")),
            rule(
                    "only the endpoints of the API server use Jetty",
                    SdkUsesForbiddenApis.class,
                    noClasses()
                            .that(outside(
                                    "dev.stowage.apiserver",
                                    "dev.stowage.apiserver.endpoints..",
                                    "dev.stowage.apiserver.proxy.."))
                            .should()
                            .dependOnClassesThat(resideInAPackage("org.eclipse.jetty.."))
                            .because("everything behind it works on values and can be tested without a socket")),
            rule(
                    "few modules use gRPC",
                    KubeUsesGrpc.class,
                    noClasses()
                            .that(outside(
                                    "dev.stowage.csi..",
                                    "dev.stowage.sdk..",
                                    "dev.stowage.testkit..",
                                    "dev.stowage.cli..",
                                    "dev.stowage.driver..",
                                    "dev.stowage.sidecar..",
                                    "dev.stowage.node..",
                                    "dev.stowage.interop..",
                                    "dev.stowage.bench.."))
                            .should()
                            .dependOnClassesThat(resideInAPackage("io.grpc.."))
                            .because("code that does not speak CSI has no use for its transport")),
            rule(
                    "only the command line configures logging",
                    SdkUsesForbiddenApis.class,
                    noClasses()
                            .that(outside("dev.stowage.cli..", "dev.stowage.interop.."))
                            .should()
                            .dependOnClassesThat(resideInAPackage("java.util.logging.."))
                            .because(
                                    "modules log through SLF4J, and the program decides where that goes; interop silences what it"
                                            + " breaks on purpose")),
            rule(
                    "only a main ends the process",
                    SdkUsesForbiddenApis.class,
                    noClasses()
                            .that(DescribedPredicate.not(nameMatching(
                                    "dev\\.stowage\\.(cli\\.Main|sdk\\.server\\.CsiServer|sdk\\.record\\.KillPoint)")))
                            .should(CallConditions.to(
                                    "java.lang.System.exit", "java.lang.Runtime.exit", "java.lang.Runtime.halt"))
                            .because(
                                    "an exit elsewhere skips every cleanup, and no test survives it; a kill point exists to do that")),
            rule(
                    "no code sleeps",
                    SdkUsesForbiddenApis.class,
                    noClasses()
                            .should(CallConditions.to("java.lang.Thread.sleep"))
                            .because(
                                    "no polling loop stands between an event and its effect; wait for the event, with a deadline")));

    private static ArchitectureRule rule(String name, Class<?> badExample, ArchRule rule) {
        return new ArchitectureRule(name, List.of(badExample), rule.allowEmptyShould(true));
    }

    @Override
    public String toString() {
        return name;
    }

    private static DescribedPredicate<JavaClass> in(StowageModule... modules) {
        return resideInAnyPackage(
                Arrays.stream(modules).map(StowageModule::packages).toArray(String[]::new));
    }

    private static DescribedPredicate<JavaClass> outside(String... packages) {
        return DescribedPredicate.not(resideInAnyPackage(packages));
    }

    private static DescribedPredicate<JavaClass> oursOutside(StowageModule... modules) {
        return resideInAPackage("dev.stowage..").and(DescribedPredicate.not(in(modules)));
    }
}
