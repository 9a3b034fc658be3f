package dev.stowage.testkit;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.stowage.csi.v1.ProbeRequest;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/// All rules as JUnit's tests, over and over in different manners, then the rules that need the driver for
/// themselves.
final class ConformanceSuite implements AutoCloseable {

    private final DriverUnderTest driver;
    private final DriverConnection driverConnection;
    private final DeclaredCapabilities declaredCapabilities;
    private final DriverInventory before;
    private final ConcurrentClients concurrentClients;

    ConformanceSuite(DriverUnderTest driver) {
        this.driver = driver;
        this.driverConnection = new DriverConnection(driver);
        this.declaredCapabilities = DeclaredCapabilities.of(driverConnection);
        this.before = DriverInventory.of(driverConnection, declaredCapabilities, driver.secrets());
        this.concurrentClients = new ConcurrentClients(driver, declaredCapabilities);
    }

    Stream<DynamicNode> tests() {
        return driver.isBrief() ? once() : all();
    }

    private Stream<DynamicNode> all() {
        return Stream.of(
                pass("one after another", AllRules.perCall(), false),
                pass("every call twice", AllRules.perCall(), true),
                together(),
                pass("whole lives", AllRules.wholeLives(), false),
                end());
    }

    /// Every rule, in the plainest manner.
    Stream<DynamicNode> once() {
        return Stream.of(
                pass("one after another", AllRules.perCall(), false),
                pass("whole lives", AllRules.wholeLives(), false),
                end());
    }

    private DynamicContainer end() {
        return container(
                "in the end",
                List.of(test(
                        "nothing is left of what the rules made",
                        () -> before.check(driverConnection, declaredCapabilities))));
    }

    private DynamicContainer pass(String title, List<RuleGroup> groups, boolean twice) {
        return container(
                title, groups.stream().map(group -> group(group, twice)).toList());
    }

    private DynamicContainer group(RuleGroup group, boolean twice) {
        Stream<DynamicTest> rules =
                group.rules().stream().map(rule -> test(title(group, rule), () -> run(group.guarded(rule), twice)));
        Stream<DynamicTest> otherwise = group.otherwise().stream()
                .map(rule -> test(title(group, rule), () -> {
                    Assumptions.assumeFalse(group.open(declaredCapabilities), "the driver declares it");
                    run(rule.check(), twice);
                }));
        DynamicTest alive = test(group.title() + ": afterwards the driver still answers Probe", this::probe);
        return container(
                group.title(),
                Stream.of(otherwise, rules, Stream.of(alive))
                        .flatMap(each -> each)
                        .toList());
    }

    private void run(Rule.Check check, boolean twice) throws Exception {
        try (Trial trial = new Trial(driverConnection, driver, declaredCapabilities, twice)) {
            check.on(trial);
        }
    }

    private DynamicContainer together() {
        List<DynamicContainer> groups = AllRules.perCall().stream()
                .map(group -> container(
                        group.title(),
                        group.rules().stream()
                                .map(rule -> test(title(group, rule), () -> {
                                    Assumptions.assumeTrue(rule.together(), "other clients would disturb this rule");
                                    concurrentClients.resultOf(group, rule);
                                }))
                                .toList()))
                .toList();
        DynamicTest alive = test("afterwards the driver still answers Probe", this::probe);
        return container(
                "sixteen clients at once",
                Stream.concat(groups.stream(), Stream.of(alive)).toList());
    }

    private void probe() {
        var _ = driverConnection
                .call(CsiMethods.PROBE, ProbeRequest.getDefaultInstance())
                .orElseThrow();
    }

    private static String title(RuleGroup group, Rule rule) {
        return group.title() + ": " + rule.sentence();
    }

    private static DynamicContainer container(String title, List<? extends DynamicNode> children) {
        return dynamicContainer(title, children);
    }

    private static DynamicTest test(String title, Executable check) {
        return dynamicTest(title, check);
    }

    @Override
    public void close() {
        concurrentClients.close();
        driverConnection.close();
    }
}
