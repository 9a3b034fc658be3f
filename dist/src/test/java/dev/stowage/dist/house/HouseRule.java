package dev.stowage.dist.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import dev.stowage.control.fixture.ControlSpeaksCsi;
import dev.stowage.csi.fixture.LowerKnowsHigher;
import dev.stowage.kube.fixture.CallsGrpc;
import dev.stowage.linux.fixture.LinuxKnowsFlags;
import dev.stowage.node.fixture.StageKnowsStage;
import dev.stowage.sdk.fixture.SdkTouchesMuch;
import dev.stowage.testkit.fixture.KitKnowsFlags;
import dev.stowage.unknown.fixture.InNoRoom;
import java.util.Arrays;
import java.util.List;

/// Each rule with its reason, and a class that breaks it on purpose: a rule that nothing can break guards nothing.
record HouseRule(String name, Class<?> badExample, ArchRule rule) {

    static final List<HouseRule> ALL = List.of(
            rule(
                    "every class has a room",
                    InNoRoom.class,
                    classes()
                            .should(Arrows.liveInARoom())
                            .because("a package without a floor would be free of all the other rules")),
            rule(
                    "arrows point down",
                    LowerKnowsHigher.class,
                    classes()
                            .should(Arrows.pointDown())
                            .because(
                                    "a lower room is used without the higher ones: the SDK without the command line, and so on")),
            rule(
                    "stages meet through the api only",
                    StageKnowsStage.class,
                    classes()
                            .that(in(Room.NODE, Room.SIDECAR, Room.CONTROL))
                            .should(Arrows.pointDown())
                            .because("each stage must also work beside the upstream version of the others")),
            rule(
                    "flags and linux know nobody",
                    LinuxKnowsFlags.class,
                    classes()
                            .that(in(Room.FLAGS, Room.LINUX))
                            .should(Arrows.pointDown())
                            .because("system calls and command lines are of use without the rest")),
            rule(
                    "testkit knows the wire only",
                    KitKnowsFlags.class,
                    noClasses()
                            .that(in(Room.TESTKIT))
                            .should()
                            .dependOnClassesThat(oursOutside(Room.TESTKIT, Room.CSI))
                            .because(
                                    "it judges any driver over its socket, also one that was not written with the SDK")),
            rule(
                    "control never speaks csi",
                    ControlSpeaksCsi.class,
                    noClasses()
                            .that(in(Room.CONTROL))
                            .should()
                            .dependOnClassesThat(in(Room.CSI))
                            .because("the volume controllers of Kubernetes know objects, the sidecars know drivers")),
            rule(
                    "few may start processes",
                    SdkTouchesMuch.class,
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
                            .should(Calls.to("java.lang.ProcessBuilder.start", "java.lang.Runtime.exec"))
                            .because(
                                    "a child needs a deadline and a kill of its group, written once: in the tool runner; containers"
                                            + " are children with lives of their own, and so are drivers that are started again"
                                            + " and programs that are trained")),
            rule(
                    "only the wire touches netty",
                    SdkTouchesMuch.class,
                    noClasses()
                            .that(outside("dev.stowage.csi..", "dev.stowage.bench.."))
                            .should()
                            .dependOnClassesThat(resideInAPackage("io.netty.."))
                            .because(
                                    "the transport can then be changed in one place; bench builds the peer it measures against")),
            rule(
                    "only the store touches the database",
                    SdkTouchesMuch.class,
                    noClasses()
                            .that(outside("dev.stowage.apiserver.storage.."))
                            .should()
                            .dependOnClassesThat(resideInAnyPackage("java.sql..", "org.sqlite.."))
                            .because("one writer orders all writes; who reads past it sees what is not decided yet")),
            rule(
                    "only the api's front door touches jetty",
                    SdkTouchesMuch.class,
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
                    SdkTouchesMuch.class,
                    noClasses()
                            .that(outside("dev.stowage.kube.client.."))
                            .should()
                            .dependOnClassesThat(resideInAPackage("io.fabric8.."))
                            .because("who we are to a cluster, and how much we ask of it, is decided in one place")),
            rule(
                    "few touch grpc",
                    CallsGrpc.class,
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
                    SdkTouchesMuch.class,
                    noClasses()
                            .that(outside("dev.stowage.cli..", "dev.stowage.interop.."))
                            .should()
                            .dependOnClassesThat(resideInAPackage("java.util.logging.."))
                            .because(
                                    "rooms log through SLF4J and leave it to the program where that goes; interop silences what it"
                                            + " breaks on purpose")),
            rule(
                    "only a main ends the process",
                    SdkTouchesMuch.class,
                    noClasses()
                            .that(DescribedPredicate.not(nameMatching(
                                    "dev\\.stowage\\.(cli\\.Main|sdk\\.CsiServer|sdk\\.record\\.KillPoint)")))
                            .should(Calls.to(
                                    "java.lang.System.exit", "java.lang.Runtime.exit", "java.lang.Runtime.halt"))
                            .because(
                                    "an exit in the middle skips every clean-up, and no test survives it; a kill point is meant to")),
            rule(
                    "nobody sleeps",
                    SdkTouchesMuch.class,
                    noClasses()
                            .should(Calls.to("java.lang.Thread.sleep"))
                            .because(
                                    "no polling loop stands between an event and its effect; wait for the event, with a deadline")));

    private static HouseRule rule(String name, Class<?> badExample, ArchRule rule) {
        return new HouseRule(name, badExample, rule.allowEmptyShould(true));
    }

    @Override
    public String toString() {
        return name;
    }

    private static DescribedPredicate<JavaClass> in(Room... rooms) {
        return resideInAnyPackage(Arrays.stream(rooms).map(Room::packages).toArray(String[]::new));
    }

    private static DescribedPredicate<JavaClass> outside(String... packages) {
        return DescribedPredicate.not(resideInAnyPackage(packages));
    }

    private static DescribedPredicate<JavaClass> oursOutside(Room... rooms) {
        return resideInAPackage("dev.stowage..").and(DescribedPredicate.not(in(rooms)));
    }
}
