package dev.stowage.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// A rule that passes both for a driver that accepts everything and for one that refuses everything checks
/// nothing.
final class NoRuleIsEmptyTest {

    /// Rules about calls that both drivers answer correctly, because the suite needs them; flaws test these.
    private static final Set<String> ANSWERED = Set.of(
            "GetPluginInfo",
            "GetPluginCapabilities",
            "Probe",
            "ControllerGetCapabilities",
            "GroupControllerGetCapabilities",
            "NodeGetCapabilities",
            "NodeGetInfo");

    @Test
    void everyRuleFailsOnADriverThatGrantsOrOnOneThatRefusesEverything(@TempDir Path root) throws Exception {
        Set<String> unbroken = new TreeSet<>(unbroken(Files.createDirectory(root.resolve("grants")), GRANTS));
        unbroken.retainAll(unbroken(Files.createDirectory(root.resolve("refuses")), REFUSES));

        assertThat(unbroken)
                .as("rules about the answers that both give properly aside")
                .isSubsetOf(
                        "After a restart: the driver is still the same",
                        "CreateVolume, topology: the node has a topology with valid keys and values");
    }

    private static Set<String> unbroken(Path root, Manner manner) throws Exception {
        Set<String> unbroken = new TreeSet<>();
        try (ReferenceDriver driver = ReferenceDriver.intercepted(root, new Always(manner))) {
            DriverUnderTest asked = driver.underTest().local().deadline(Duration.ofMillis(500));
            try (DriverConnection connection = new DriverConnection(asked)) {
                DeclaredCapabilities all = new DeclaredCapabilities(Set.of(CsiCapability.values()));
                Stream.of(AllRules.perCall(), AllRules.wholeLives())
                        .flatMap(List::stream)
                        .forEach(group -> {
                            if (!ANSWERED.contains(group.title())) {
                                group.rules().stream()
                                        .filter(rule -> survives(rule, new Trial(connection, asked, all, false)))
                                        .forEach(rule -> unbroken.add(group.title() + ": " + rule.sentence()));
                            }
                        });
            }
        }
        return unbroken;
    }

    private static boolean survives(Rule rule, Trial trial) {
        try (trial) {
            rule.check().on(trial);
            return true;
        } catch (TestAbortedException skipped) {
            return true; // Not broken by this driver.
        } catch (Throwable broken) {
            return false;
        }
    }

    private interface Manner {
        <Q, R> void answer(ServerCall<Q, R> call);
    }

    private static final Manner GRANTS = new Manner() {
        @Override
        public <Q, R> void answer(ServerCall<Q, R> call) {
            call.sendHeaders(new Metadata());
            call.sendMessage(call.getMethodDescriptor().parseResponse(new ByteArrayInputStream(new byte[0])));
            call.close(Status.OK, new Metadata());
        }
    };

    private static final Manner REFUSES = new Manner() {
        @Override
        public <Q, R> void answer(ServerCall<Q, R> call) {
            call.close(Status.INTERNAL.withDescription("no"), new Metadata());
        }
    };

    /// Answers every call in the same way.
    private record Always(Manner manner) implements ServerInterceptor {
        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
            String name = String.valueOf(call.getMethodDescriptor().getBareMethodName());
            if (ANSWERED.contains(name)) {
                return next.startCall(call, headers);
            }
            call.request(1);
            return new ServerCall.Listener<>() {
                @Override
                public void onHalfClose() {
                    manner.answer(call);
                }
            };
        }
    }
}
