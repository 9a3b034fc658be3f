package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.CLONE_VOLUME;
import static dev.stowage.testkit.CsiCapability.CONTROLLER_SERVICE;
import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_VOLUME;
import static dev.stowage.testkit.CsiCapability.EXPAND_VOLUME;
import static dev.stowage.testkit.CsiCapability.GET_VOLUME;
import static dev.stowage.testkit.CsiCapability.GET_VOLUME_HEALTH;
import static dev.stowage.testkit.CsiCapability.GET_VOLUME_STATS;
import static dev.stowage.testkit.CsiCapability.GROUP_CONTROLLER_SERVICE;
import static dev.stowage.testkit.CsiCapability.LIST_VOLUMES;
import static dev.stowage.testkit.CsiCapability.LIST_VOLUMES_PUBLISHED_NODES;
import static dev.stowage.testkit.CsiCapability.LIST_VOLUME_HEALTH;
import static dev.stowage.testkit.CsiCapability.NODE_EXPAND_VOLUME;
import static dev.stowage.testkit.CsiCapability.NODE_VOLUME_CONDITION;
import static dev.stowage.testkit.CsiCapability.OFFLINE_EXPANSION;
import static dev.stowage.testkit.CsiCapability.ONLINE_EXPANSION;
import static dev.stowage.testkit.CsiCapability.PUBLISH_READONLY;
import static dev.stowage.testkit.CsiCapability.PUBLISH_UNPUBLISH_VOLUME;
import static dev.stowage.testkit.CsiCapability.VOLUME_CONDITION;
import static dev.stowage.testkit.Rule.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.ControllerGetCapabilitiesRequest;
import dev.stowage.csi.v1.GroupControllerGetCapabilitiesRequest;
import dev.stowage.csi.v1.NodeGetCapabilitiesRequest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// Declared capabilities must be consistent.
final class CapabilityRules {

    private CapabilityRules() {}

    static RuleGroup controller() {
        return RuleGroup.when(
                CONTROLLER_SERVICE,
                "ControllerGetCapabilities",
                StandardRules.unimplemented(
                        CsiMethods.CONTROLLER_GET_CAPABILITIES, ControllerGetCapabilitiesRequest.getDefaultInstance()),
                rule("a declared service answers", trial -> {
                    var _ = trial.ok(
                            CsiMethods.CONTROLLER_GET_CAPABILITIES,
                            ControllerGetCapabilitiesRequest.getDefaultInstance());
                }),
                rule(
                        "every entry has a type, once",
                        trial -> wellFormed(DeclaredCapabilities.controller(trial.driverConnection()))),
                implies(LIST_VOLUME_HEALTH, GET_VOLUME_HEALTH),
                implies(LIST_VOLUMES_PUBLISHED_NODES, PUBLISH_UNPUBLISH_VOLUME),
                implies(LIST_VOLUMES_PUBLISHED_NODES, LIST_VOLUMES, GET_VOLUME),
                implies(PUBLISH_READONLY, PUBLISH_UNPUBLISH_VOLUME),
                implies(CLONE_VOLUME, CREATE_DELETE_VOLUME),
                implies(VOLUME_CONDITION, LIST_VOLUMES, GET_VOLUME),
                implies(ONLINE_EXPANSION, EXPAND_VOLUME, NODE_EXPAND_VOLUME),
                implies(OFFLINE_EXPANSION, EXPAND_VOLUME, NODE_EXPAND_VOLUME));
    }

    static RuleGroup group() {
        return RuleGroup.when(
                GROUP_CONTROLLER_SERVICE,
                "GroupControllerGetCapabilities",
                StandardRules.unimplemented(
                        CsiMethods.GROUP_CONTROLLER_GET_CAPABILITIES,
                        GroupControllerGetCapabilitiesRequest.getDefaultInstance()),
                rule("a declared service answers", trial -> {
                    var _ = trial.ok(
                            CsiMethods.GROUP_CONTROLLER_GET_CAPABILITIES,
                            GroupControllerGetCapabilitiesRequest.getDefaultInstance());
                }),
                rule(
                        "every entry has a type, once",
                        trial -> wellFormed(DeclaredCapabilities.group(trial.driverConnection()))));
    }

    static RuleGroup node() {
        return RuleGroup.always(
                "NodeGetCapabilities",
                rule("every driver answers", trial -> {
                    var _ = trial.ok(CsiMethods.NODE_GET_CAPABILITIES, NodeGetCapabilitiesRequest.getDefaultInstance());
                }),
                rule(
                        "every entry has a type, once",
                        trial -> wellFormed(DeclaredCapabilities.node(trial.driverConnection()))),
                implies(NODE_VOLUME_CONDITION, GET_VOLUME_STATS));
    }

    private static void wellFormed(List<Integer> numbers) {
        assertThat(numbers)
                .allSatisfy(number -> assertThat(number).isPositive())
                .doesNotHaveDuplicates();
    }

    private static Rule implies(CsiCapability declared, CsiCapability... oneOf) {
        String needed = Arrays.stream(oneOf).map(CsiCapability::name).collect(Collectors.joining(" or "));
        return rule(declared + " comes with " + needed, trial -> {
            trial.needs(declared);
            assertThat(Arrays.stream(oneOf).anyMatch(trial::has))
                    .as("%s is declared, so %s has to be", declared, needed)
                    .isTrue();
        });
    }
}
