package dev.stowage.dist.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import dev.stowage.control.fixture.ControlUsesCsi;
import dev.stowage.csi.fixture.LowerUsesHigher;
import dev.stowage.kube.fixture.KubeUsesGrpc;
import dev.stowage.linux.fixture.LinuxUsesFlags;
import dev.stowage.node.fixture.NodeUsesSidecar;
import dev.stowage.sdk.fixture.SdkUsesForbiddenApis;
import dev.stowage.testkit.fixture.TestkitUsesFlags;
import dev.stowage.unknown.fixture.InNoModule;
import java.util.Arrays;
import java.util.List;

/// Each rule with its reason, and a class that breaks it on purpose: a rule that nothing can break guards nothing.
record ArchitectureRule(String name, Class<?> badExample, ArchRule rule) {

    static final List<ArchitectureRule> ALL = List.of(
            rule(
                    "every class has a room",
                    InNoModule.class,
                    classes()
                            .should(DependencyConditions.belongToAModule())
                            .because("a package without a floor would be free of all the other rules")),
            rule(
                    "arrows point down",
                    LowerUsesHigher.class,
                    classes()
                            .should(DependencyConditions.dependOnLowerLayers())
                            .because(
                                    "a lower room is used without the higher ones: the SDK without the command line, and so on")),
            rule(
                    "stages meet through the api only",
                    NodeUsesSidecar.class,
                    classes()
                            .that(in(StowageModule.NODE, StowageModule.SIDECAR, StowageModule.CONTROL))
                            .should(DependencyConditions.dependOnLowerLayers())
                            .because("each stage must also work beside the upstream version of the others")),
            rule(
                    "flags and linux know nobody",
                    LinuxUsesFlags.class,
                    classes()
                            .that(in(StowageModule.FLAGS, StowageModule.LINUX))
                            .should(DependencyConditions.dependOnLowerLayers())
                            .because("system calls and command lines are of use without the rest")),
            rule(
                    "testkit knows the wire only",
                    TestkitUsesFlags.class,
                    noClasses()
                            .that(in(StowageModule.TESTKIT))
                            .should()
                            .dependOnClassesThat(oursOutside(StowageModule.TESTKIT, StowageModule.CSI))
                            .because(
                                    "it judges any driver over its socket, also one that was not written with the SDK")),
            rule(
                    "control never speaks csi",
                    ControlUsesCsi.class,
                    noClasses()
                            .that(in(StowageModule.CONTROL))
                            .should()
                            .dependOnClassesThat(in(StowageModule.CSI))
                            .because("the volume controllers of Kubernetes know objects, the sidecars know drivers")),
            rule(
                    "few may start processes",
                    SdkUsesForbiddenApis.class,
                    noClasses()
                            .that(outside(
                                    "dev.stowage.linux..",
                                    "dev.stowage.driver.exec..",
                                    "dev.stowage.node.runtime.process..",
                                    "dev.stowage.cli.up.process..",
                                    "dev.stowage.cli.up.process..",
                                    "dev.stowage.image.training..",
                                    "dev.stowage.interop..",
                                    "dev.stowage.bench.."))
                            .should(CallConditions.to("java.lang.ProcessBuilder.start", "java.lang.Runtime.exec"))
                            .because(
                                    "a child needs a deadline and a kill of its group, written once: in the tool runner; containers"
                                            + " are children with lives of their own, and so are drivers that are started again"
                                            + " and programs that are trained")),
            rule(
                    "only the wire touches netty",
                    SdkUsesForbiddenApis.class,
                    noClasses()
                            .that(outside("dev.stowage.csi..", "dev.stowage.bench.."))
                            .should()
                            .dependOnClassesThat(resideInAPackage("io.netty.."))
                            .because(
                                    "the transport can then be changed in one place; bench builds the peer it measures against")),
            rule(
                    "only the store touches the database",
                    SdkUsesForbiddenApis.class,
                    noClasses()
                            .that(outside("dev.stowage.apiserver.storage.."))
                            .should()
                            .dependOnClassesThat(resideInAnyPackage("java.sql..", "org.sqlite.."))
                            .because("one writer orders all writes; who reads past it sees what is not decided yet")),
            rule(
                    "only the api's front door touches jetty",
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
                    "only one door leads to kubernetes",
                    SdkUsesForbiddenApis.class,
                    noClasses()
                            .that(outside("dev.stowage.kube.client.."))
                            .should()
                            .dependOnClassesThat(resideInAPackage("io.fabric8.."))
                            .because("who we are to a cluster, and how much we ask of it, is decided in one place")),
            rule(
                    "few touch grpc",
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
                            .because("who does not speak CSI has no use for its transport")),
            rule(
                    "only the command line configures logging",
                    SdkUsesForbiddenApis.class,
                    noClasses()
                            .that(outside("dev.stowage.cli..", "dev.stowage.interop.."))
                            .should()
                            .dependOnClassesThat(resideInAPackage("java.util.logging.."))
                            .because(
                                    "rooms log through SLF4J and leave it to the program where that goes; interop silences what it"
                                            + " breaks on purpose")),
            rule(
                    "only a main ends the process",
                    SdkUsesForbiddenApis.class,
                    noClasses()
                            .that(DescribedPredicate.not(nameMatching(
                                    "dev\\.stowage\\.(cli\\.Main|sdk\\.CsiServer|sdk\\.record\\.KillPoint)")))
                            .should(CallConditions.to(
                                    "java.lang.System.exit", "java.lang.Runtime.exit", "java.lang.Runtime.halt"))
                            .because(
                                    "an exit in the middle skips every clean-up, and no test survives it; a kill point is meant to")),
            rule(
                    "nobody sleeps",
                    SdkUsesForbiddenApis.class,
                    noClasses()
                            .should(CallConditions.to("java.lang.Thread.sleep"))
                            .because(
                                    "no polling loop stands between an event and its effect; wait for the event, with a deadline")));

    private static ArchitectureRule rule(String name, Class<?> badExample, ArchRule rule) {
        return new ArchitectureRule(name, badExample, rule.allowEmptyShould(true));
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
