package dev.stowage.cli.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.authentication.UserInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The lives of volumes and snapshots, with all that can go wrong on the way, by roles that have the chart's rights and
/// no more. Whatever they miss was refused, and whatever they did not use is not for them.
class RightsTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    private Path home;

    @Test
    void rolesAskForWhatTheChartGrantsAndForNothingElse() throws Exception {
        Observed observed = new Observed();
        try (RightsStage stage = new RightsStage(home, observed);
                AbleDriver local = new AbleDriver(home.resolve("local.sock"), Story.LOCAL);
                AbleDriver disk = new AbleDriver(home.resolve("disk.sock"), Story.DISK, "PUBLISH_UNPUBLISH_VOLUME");
                Cast cast = new Cast(stage)) {
            Story story = new Story(stage, observed, local);
            story.prepare();
            cast.enter(local, disk);
            story.play();
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(observed.unused(Cast.ALL, RightSet.all()))
                            .as("granted and not used")
                            .isEmpty());
            assertThat(observed.missing(Cast.ALL))
                    .as("asked for and not granted")
                    .isEmpty();
        }
    }

    @Test
    void aRightTooManyAndARightTooFewAreBothFound() {
        Observed observed = new Observed();
        Account account = Account.of("somebody", "leases");
        UserInfo userInfo = new UserInfo(account.user(), "", List.of(), Map.of());
        String group = "coordination.k8s.io";
        observed.observe(userInfo, AuthorizationAttributes.onResource("get", group, "v1", "leases", "", Account.NAMESPACE, "a"), true);
        observed.observe(userInfo, AuthorizationAttributes.onResource("create", group, "v1", "leases", "", "elsewhere", ""), true);
        observed.observe(userInfo, AuthorizationAttributes.onResource("delete", group, "v1", "leases", "", Account.NAMESPACE, "a"), false);
        assertThat(observed.missing(Set.of(account))).containsExactly("somebody: delete leases.coordination.k8s.io");
        assertThat(observed.unused(Set.of(account), List.of(RightSet.of("leases"))))
                .containsExactly(
                        "leases: create events",
                        "leases: create leases.coordination.k8s.io",
                        "leases: update leases.coordination.k8s.io");
    }

    @Test
    void everySetIsHeldBySomebody() throws Exception {
        assertThat(Cast.ALL.stream().flatMap(account -> account.sets().stream()).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        RightSet.all().stream().map(RightSet::name).toList());
    }
}
