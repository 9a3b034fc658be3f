package dev.stowage.cluster.garbagecollector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.ConfigMap;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GarbageCollectorTest {
    private static final Kind<ConfigMap> MAPS = Kinds.CONFIG_MAPS;
    private static final Kind<PartialObjectMetadata> CRDS = Kind.metadataOnly(
            "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", false);
    private static final Kind<PartialObjectMetadata> BOATS =
            Kind.metadataOnly("example.com", "v1", "boats", "Boat", true);

    private ControllerFixture fixture;
    private GarbageCollector garbageCollector;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        fixture = new ControllerFixture(folder);
        garbageCollector =
                new GarbageCollector(fixture.context("garbage-collector-controller"), new GarbageCollectorOptions(20));
        fixture.informers().start();
        garbageCollector.start();
    }

    @AfterEach
    void close() throws Exception {
        garbageCollector.close();
        fixture.close();
    }

    private static String owner(String kind, String name, String uid, boolean blocks) {
        return """
                {"apiVersion":"%s","kind":"%s","name":"%s","uid":"%s","blockOwnerDeletion":%s}""".formatted(kind.equals("Boat") ? "example.com/v1" : "v1", kind, name, uid, blocks);
    }

    private static String owner(KubeObject owner, boolean blocks) {
        return owner("ConfigMap", owner.meta().name(), owner.meta().uid(), blocks);
    }

    private ConfigMap mapIn(String namespace, String name, String... owners) throws Exception {
        return fixture.create(MAPS, namespace, """
                {"metadata":{"name":"%s","ownerReferences":[%s]}}""".formatted(name, String.join(",", owners)));
    }

    private ConfigMap map(String name, String... owners) throws Exception {
        return mapIn("default", name, owners);
    }

    private boolean isThere(String name) throws Exception {
        return fixture.api().find(MAPS, "default", name).isPresent();
    }

    private void adopt(String name, String... owners) throws Exception {
        fixture.change(MAPS, "default", name, """
                {"metadata":{"ownerReferences":[%s]}}""".formatted(String.join(",", owners)));
    }

    private static void soon(Callable<Boolean> condition) {
        await().until(condition);
    }

    @Test
    void thousandDependentsGoAfterTheirOwnerAndOthersStay() throws Exception {
        ConfigMap owner = map("owner");
        ConfigMap other = map("other");
        for (int i = 0; i < 1000; i++) {
            map("d" + i, owner(owner, false));
        }
        map("both", owner(owner, true), owner(other, false));
        map("grandchild", owner(fixture.api().find(MAPS, "default", "d7").orElseThrow(), true));
        fixture.api().delete(owner, MAPS, DeleteOptions.background());
        soon(() -> fixture.api().list(MAPS, "default").items().stream()
                .noneMatch(map -> map.meta().name().matches("d[0-9]+|grandchild")));
        soon(() -> fixture.api()
                        .find(MAPS, "default", "both")
                        .orElseThrow()
                        .meta()
                        .ownerReferences()
                        .size()
                == 1);
        assertThat(isThere("other")).isTrue();
    }

    @Test
    void ownerDeletedInTheForegroundWaitsForThoseWhoBlockIt() throws Exception {
        ConfigMap owner = map("owner");
        fixture.create(MAPS, "default", """
                {"metadata":{"name":"slow","finalizers":["example.com/slow"],"ownerReferences":[%s]}}""".formatted(owner(owner, true)));
        map("quick", owner(owner, true));
        fixture.api().delete(owner, MAPS, DeleteOptions.foreground());
        soon(() -> !isThere("quick"));
        soon(() -> fixture.api().find(MAPS, "default", "slow").orElseThrow().isBeingDeleted());
        assertThat(isThere("owner")).isTrue();
        fixture.change(MAPS, "default", "slow", "{\"metadata\":{\"finalizers\":null}}");
        soon(() -> !isThere("owner") && !isThere("slow"));
    }

    @Test
    void orphansStay() throws Exception {
        ConfigMap owner = map("owner");
        map("child", owner(owner, true));
        fixture.api().delete(owner, MAPS, DeleteOptions.orphan());
        soon(() -> !isThere("owner"));
        assertThat(fixture.api()
                        .find(MAPS, "default", "child")
                        .orElseThrow()
                        .meta()
                        .ownerReferences())
                .isEmpty();
    }

    @Test
    void ownersThatNeverWereAreVerifiedAndTheObjectGoes() throws Exception {
        ConfigMap real = map("real");
        map("wrong-uid", owner("ConfigMap", "real", "00000000-0000-0000-0000-000000000000", true));
        map("wrong-name", owner("ConfigMap", "unreal", real.meta().uid(), true));
        map("wrong-kind", owner("Secret", "real", real.meta().uid(), true));
        map("right", owner(real, true));
        soon(() -> !isThere("wrong-uid") && !isThere("wrong-name") && !isThere("wrong-kind"));
        assertThat(isThere("right")).isTrue();
    }

    @Test
    void ownerInAnotherNamespaceIsNoOwnerAndTheUserIsTold() throws Exception {
        fixture.create(Kinds.NAMESPACES, "", "{\"metadata\":{\"name\":\"elsewhere\"}}");
        ConfigMap owner = mapIn("elsewhere", "owner");
        var _ = mapIn("elsewhere", "sibling", owner(owner, true));
        map("stranger", owner(owner, true));
        soon(() -> !isThere("stranger"));
        soon(() -> events().contains("ownerRef [v1/ConfigMap, namespace: default, name: owner, uid: "
                + owner.meta().uid() + "] does not exist in namespace \\\"default\\\""));
        assertThat(fixture.api().find(MAPS, "elsewhere", "sibling")).isPresent();
    }

    private String events() throws Exception {
        return fixture.api().read("/api/v1/namespaces/default/events").toString();
    }

    @Test
    void objectOfTheWholeClusterIsNotDeletedForAnOwnerThatWouldBeInANamespace() throws Exception {
        fixture.create(Kinds.STORAGE_CLASSES, "", """
                {"metadata":{"name":"odd","ownerReferences":[%s]},"provisioner":"p.example.com"}""".formatted(owner("ConfigMap", "nobody", "1", true)));
        ConfigMap owner = map("owner");
        map("child", owner(owner, true));
        fixture.api().delete(owner, MAPS, DeleteOptions.background());
        soon(() -> !isThere("child"));
        assertThat(fixture.api().find(Kinds.STORAGE_CLASSES, "", "odd")).isPresent();
    }

    @Test
    void circlesAndThoseWhoOwnThemselvesStayUntilDeletedAndThenGo() throws Exception {
        ConfigMap a = map("a");
        ConfigMap b = map("b", owner(a, true));
        adopt("a", owner(b, true));
        ConfigMap self = map("self");
        adopt("self", owner(self, true));
        ConfigMap c = map("c");
        ConfigMap d = map("d", owner(c, true));
        adopt("c", owner(d, true));

        fixture.api().delete(a, MAPS, DeleteOptions.foreground());
        soon(() -> !isThere("a") && !isThere("b"));
        assertThat(List.of(isThere("self"), isThere("c"), isThere("d"))).containsOnly(true);
        fixture.api().delete(self, MAPS, DeleteOptions.foreground());
        fixture.api().delete(c, MAPS, DeleteOptions.foreground());
        fixture.api().delete(d, MAPS, DeleteOptions.foreground());
        soon(() -> !isThere("self") && !isThere("c") && !isThere("d"));
    }

    @Test
    void kindsThatComeLaterAreCollectedToo() throws Exception {
        map("passenger", owner("Boat", "ark", "00000000-0000-0000-0000-000000000001", true));
        fixture.create(CRDS, "", """
                {"metadata":{"name":"boats.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
                 "names":{"plural":"boats","singular":"boat","kind":"Boat","listKind":"BoatList"},
                 "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":
                   {"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}""");
        soon(() -> !isThere("passenger"));
        ConfigMap owner = map("owner");
        fixture.create(BOATS, "default", """
                {"metadata":{"name":"tender","ownerReferences":[%s]}}""".formatted(owner(owner, true)));
        PartialObjectMetadata tender =
                fixture.api().find(BOATS, "default", "tender").orElseThrow();
        map("sailor", owner("Boat", "tender", tender.meta().uid(), true));
        fixture.api().delete(owner, MAPS, DeleteOptions.foreground());
        soon(() -> !isThere("owner") && !isThere("sailor"));
        // A collector that receives the tender only after its owner is deleted deletes the sailor first.
        soon(() -> fixture.api().find(BOATS, "default", "tender").isEmpty());
    }

    @Test
    void nobodyWhoseKindIsUnknownIsCollected() throws Exception {
        map("passenger", owner("Boat", "ark", "00000000-0000-0000-0000-000000000001", true));
        ConfigMap owner = map("owner");
        map("child", owner(owner, true));
        fixture.api().delete(owner, MAPS, DeleteOptions.background());
        soon(() -> !isThere("child"));
        assertThat(isThere("passenger")).isTrue();
    }
}
