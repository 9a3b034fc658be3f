package dev.stowage.cli.rbac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Lifecycles of volumes, snapshots and certificates, with failures, by roles that have exactly the
/// permissions of the chart. The test fails when a role lacks a permission, and when it has one that it never
/// uses.
class RbacTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    private Path home;

    @Test
    void rolesAskForWhatTheChartGrantsAndForNothingElse() throws Exception {
        ObservedRequests observedRequests = new ObservedRequests();
        try (RbacFixture stage = new RbacFixture(home, observedRequests);
                FakeDriver local = new FakeDriver(home.resolve("local.sock"), RbacScenario.LOCAL);
                FakeDriver disk =
                        new FakeDriver(home.resolve("disk.sock"), RbacScenario.DISK, "PUBLISH_UNPUBLISH_VOLUME");
                RoleProcesses roleProcesses = new RoleProcesses(stage)) {
            RbacScenario rbacScenario = new RbacScenario(stage, observedRequests, local);
            rbacScenario.prepare();
            roleProcesses.enter(local, disk);
            rbacScenario.play();
            new RbacCertificates(stage, observedRequests).play();
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(observedRequests.unused(RoleProcesses.ALL, RuleFile.all()))
                            .as("granted and not used")
                            .isEmpty());
            assertThat(observedRequests.missing(RoleProcesses.ALL))
                    .as("asked for and not granted")
                    .isEmpty();
        }
    }

    @Test
    void aRightTooManyAndARightTooFewAreBothFound() {
        ObservedRequests observedRequests = new ObservedRequests();
        TestServiceAccount testServiceAccount = TestServiceAccount.of("somebody", "leases");
        UserInfo userInfo = new UserInfo(testServiceAccount.user(), "", List.of(), Map.of());
        String group = "coordination.k8s.io";
        observedRequests.observe(
                userInfo,
                AuthorizationAttributes.onResource("get", group, "v1", "leases", "", TestServiceAccount.NAMESPACE, "a"),
                true);
        observedRequests.observe(
                userInfo,
                AuthorizationAttributes.onResource("create", group, "v1", "leases", "", "elsewhere", ""),
                true);
        observedRequests.observe(
                userInfo,
                AuthorizationAttributes.onResource(
                        "delete", group, "v1", "leases", "", TestServiceAccount.NAMESPACE, "a"),
                false);
        assertThat(observedRequests.missing(Set.of(testServiceAccount)))
                .containsExactly("somebody: delete leases.coordination.k8s.io");
        assertThat(observedRequests.unused(Set.of(testServiceAccount), List.of(RuleFile.of("leases"))))
                .containsExactly(
                        "leases: create events",
                        "leases: create leases.coordination.k8s.io",
                        "leases: update leases.coordination.k8s.io");
    }

    @Test
    void everySetIsHeldBySomebody() throws Exception {
        assertThat(RoleProcesses.ALL.stream()
                        .flatMap(testServiceAccount -> testServiceAccount.sets().stream())
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(
                        RuleFile.all().stream().map(RuleFile::name).toList());
    }
}
