package dev.stowage.control.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.control.Shared;
import dev.stowage.control.stage.Stage;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Namespace;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccountTest {

    @ParameterizedTest
    @CsvSource({"Active,'',false,1", "Active,'',true,0", "Terminating,'',false,0", "Active,gone,false,0"})
    void activeNamespaceGetsWhatItLacks(String phase, String deleted, boolean there, int acts) throws Exception {
        Namespace namespace = Namespace.read(Json.read(
                """
                {"metadata":{"name":"n"%s},"status":{"phase":"%s"}}""".formatted(deleted.isEmpty() ? "" : ",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"", phase)
                        .getBytes(StandardCharsets.UTF_8)));
        assertThat(AccountRule.account(namespace, there)).hasSize(acts);
    }

    @Test
    void everyNamespaceHasAnAccountAndKnowsTheServer(@TempDir Path folder) throws Exception {
        try (var stage = new Stage(folder)) {
            Shared shared = stage.shared("accounts");
            try (var accounts = new Accounts(shared);
                    var authority = new RootCa(shared, new RootCaOptions(""))) {
                stage.informers().start();
                accounts.start();
                authority.start();
                stage.create(Kinds.NAMESPACES, "", "{\"metadata\":{\"name\":\"new\"}}");
                await().until(() -> isThere(stage, "new") && trusts(stage, "new"));
                await().until(() -> trusts(stage, "kube-system"));

                var account = stage.api()
                        .find(Kinds.SERVICE_ACCOUNTS, "new", "default")
                        .orElseThrow();
                stage.api().delete(account, Kinds.SERVICE_ACCOUNTS);
                await().until(() -> isThere(stage, "new"));

                stage.change(
                        Kinds.CONFIG_MAPS, "new", "kube-root-ca.crt", "{\"data\":{\"ca.crt\":\"x\",\"other\":\"y\"}}");
                await().until(() -> trusts(stage, "new"));
                stage.api()
                        .delete(
                                stage.api()
                                        .find(Kinds.CONFIG_MAPS, "new", "kube-root-ca.crt")
                                        .orElseThrow(),
                                Kinds.CONFIG_MAPS);
                await().until(() -> trusts(stage, "new"));
            }
        }
    }

    private static boolean isThere(Stage stage, String namespace) throws Exception {
        return stage.api().find(Kinds.SERVICE_ACCOUNTS, namespace, "default").isPresent();
    }

    private static boolean trusts(Stage stage, String namespace) throws Exception {
        return stage.api()
                .find(Kinds.CONFIG_MAPS, namespace, "kube-root-ca.crt")
                .filter(map -> map.data().keySet().equals(Set.of("ca.crt"))
                        && map.data().getOrDefault("ca.crt", "").contains("BEGIN CERTIFICATE"))
                .isPresent();
    }
}
