package dev.stowage.cluster.serviceaccount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Namespace;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceAccountTest {

    @ParameterizedTest
    @CsvSource({"Active,'',false,1", "Active,'',true,0", "Terminating,'',false,0", "Active,gone,false,0"})
    void activeNamespaceGetsWhatItLacks(String phase, String deleted, boolean there, int actions) throws Exception {
        Namespace namespace = Namespace.read(Json.read(
                """
                {"metadata":{"name":"n"%s},"status":{"phase":"%s"}}""".formatted(deleted.isEmpty() ? "" : ",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"", phase)
                        .getBytes(StandardCharsets.UTF_8)));
        assertThat(NamespaceDefaultsDecision.account(namespace, there)).hasSize(actions);
    }

    @Test
    void everyNamespaceHasAnAccountAndKnowsTheServer(@TempDir Path folder) throws Exception {
        try (var fixture = new ControllerFixture(folder)) {
            ControllerContext context = fixture.context("accounts");
            try (var serviceAccountController = new ServiceAccountController(context);
                    var authority = new RootCaPublisher(context, new RootCaOptions(""))) {
                fixture.informers().start();
                serviceAccountController.start();
                authority.start();
                fixture.create(Kinds.NAMESPACES, "", "{\"metadata\":{\"name\":\"new\"}}");
                await().until(() -> isThere(fixture, "new") && trusts(fixture, "new"));
                await().until(() -> trusts(fixture, "kube-system"));

                var account = fixture.api()
                        .find(Kinds.SERVICE_ACCOUNTS, "new", "default")
                        .orElseThrow();
                fixture.api().delete(account, Kinds.SERVICE_ACCOUNTS);
                await().until(() -> isThere(fixture, "new"));

                fixture.change(
                        Kinds.CONFIG_MAPS, "new", "kube-root-ca.crt", "{\"data\":{\"ca.crt\":\"x\",\"other\":\"y\"}}");
                await().until(() -> trusts(fixture, "new"));
                fixture.api()
                        .delete(
                                fixture.api()
                                        .find(Kinds.CONFIG_MAPS, "new", "kube-root-ca.crt")
                                        .orElseThrow(),
                                Kinds.CONFIG_MAPS);
                await().until(() -> trusts(fixture, "new"));
            }
        }
    }

    private static boolean isThere(ControllerFixture fixture, String namespace) throws Exception {
        return fixture.api().find(Kinds.SERVICE_ACCOUNTS, namespace, "default").isPresent();
    }

    private static boolean trusts(ControllerFixture fixture, String namespace) throws Exception {
        return fixture.api()
                .find(Kinds.CONFIG_MAPS, namespace, "kube-root-ca.crt")
                .filter(map -> map.data().keySet().equals(Set.of("ca.crt"))
                        && map.data().getOrDefault("ca.crt", "").contains("BEGIN CERTIFICATE"))
                .isPresent();
    }
}
