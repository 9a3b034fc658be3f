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

/// All rules as JUnit tests, in several modes, then the rules that need exclusive access to the driver.
final class ConformanceSuite implements AutoCloseable {

    private final DriverUnderTest driver;
    private final DriverConnection connection;
    private final DeclaredCapabilities declared;
    private final DriverInventory before;
    private final ConcurrentClients clients;

    ConformanceSuite(DriverUnderTest driver) {
        this.driver = driver;
        this.connection = new DriverConnection(driver);
        this.declared = DeclaredCapabilities.of(connection);
        this.before = DriverInventory.of(connection, declared, driver.secrets());
        this.clients = new ConcurrentClients(driver, declared);
    }

    Stream<DynamicNode> tests() {
        return driver.isBrief() ? once() : all();
    }

    private Stream<DynamicNode> all() {
        return Stream.of(
                pass("sequential", AllRules.perCall(), false),
                pass("every call sent twice", AllRules.perCall(), true),
                together(),
                pass("lifecycles", AllRules.wholeLives(), false),
                end());
    }

    /// Every rule once, without repeated or concurrent calls.
    Stream<DynamicNode> once() {
        return Stream.of(
                pass("sequential", AllRules.perCall(), false), pass("lifecycles", AllRules.wholeLives(), false), end());
    }

    private DynamicContainer end() {
        return container(
                "afterwards",
                List.of(test("nothing is left behind by the rules", () -> before.check(connection, declared))));
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
                    Assumptions.assumeFalse(group.open(declared), "the driver declares it");
                    run(rule.check(), twice);
                }));
        DynamicTest alive = test(group.title() + ": the driver still answers Probe", this::probe);
        return container(
                group.title(),
                Stream.of(otherwise, rules, Stream.of(alive))
                        .flatMap(each -> each)
                        .toList());
    }

    private void run(Rule.Check check, boolean twice) throws Exception {
        try (Trial trial = new Trial(connection, driver, declared, twice)) {
            check.on(trial);
        }
    }

    private DynamicContainer together() {
        List<DynamicContainer> groups = AllRules.perCall().stream()
                .map(group -> container(
                        group.title(),
                        group.rules().stream()
                                .map(rule -> test(title(group, rule), () -> {
                                    Assumptions.assumeTrue(rule.together(), "this rule must run alone");
                                    clients.resultOf(group, rule);
                                }))
                                .toList()))
                .toList();
        DynamicTest alive = test("the driver still answers Probe", this::probe);
        return container(
                "16 concurrent clients",
                Stream.concat(groups.stream(), Stream.of(alive)).toList());
    }

    private void probe() {
        var _ = connection
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
        clients.close();
        connection.close();
    }
}
