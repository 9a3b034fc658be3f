package dev.stowage.apiserver.apiextensions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.json.YamlTrees;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ServedResources;
import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.ObjectDraft;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectWrite;
import dev.stowage.apiserver.storage.SqliteObjectStore;
import dev.stowage.apiserver.storage.StorageOptions;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CustomResourceControllerTest {
    private static final ObjectKey WIDGETS =
            new ObjectKey(CustomResourceDefinition.RESOURCE, "", "widgets.example.com");

    @TempDir
    private Path folder;

    private SqliteObjectStore store;
    private ServedResources servedResources;
    private CustomResourceController resources;

    @BeforeEach
    void open() throws IOException, InterruptedException {
        store = SqliteObjectStore.open(folder, StorageOptions.standard());
        start();
    }

    private void start() throws InterruptedException {
        servedResources = new ServedResources();
        resources = new CustomResourceController(store, servedResources, InstantSource.system());
        resources.start();
    }

    @AfterEach
    void close() throws IOException {
        resources.close();
        store.close();
    }

    private StoredObject create(ObjectNode definition) throws Exception {
        DefinitionStrategy strategy = new DefinitionStrategy();
        strategy.complete(definition);
        strategy.start(definition);
        JsonTree.ensure(definition, "metadata")
                .put("uid", "u-" + definition.hashCode())
                .put("generation", 1);
        String name = JsonTree.text(definition, "metadata", "name");
        return put(new ObjectKey(CustomResourceDefinition.RESOURCE, "", name), 0, definition);
    }

    private StoredObject put(ObjectKey key, long expected, ObjectNode object)
            throws ConflictException, IOException, InterruptedException {
        return store.write(new ObjectWrite.Put(key, expected, ObjectDraft.of(object), 0));
    }

    private Optional<ResourceDescriptor> served() {
        return servedResources.find("example.com", "v1", "widgets");
    }

    private CustomResourceDefinition definition(ObjectKey key) {
        return new CustomResourceDefinition(
                Json.stored(store.get(key).orElseThrow().value()));
    }

    private static ObjectNode widgets() {
        return DefinitionValidationTest.widgets("{type: string, default: y}");
    }

    @Test
    void aDefinitionIsServedBeforeItIsEstablished() throws Exception {
        create(widgets());
        await().until(() -> definition(WIDGETS).isEstablished());
        assertThat(served()).isPresent();
        assertThat(definition(WIDGETS).acceptedNames())
                .isEqualTo(definition(WIDGETS).names());
        ResourceDescriptor resourceDescriptor = served().orElseThrow();
        assertThat(resourceDescriptor.names().listKind()).isEqualTo("WidgetList");
        assertThat(resourceDescriptor.key()).isEqualTo("widgets.example.com");
    }

    @Test
    void whatIsDefinedIsServedAfterARestart() throws Exception {
        create(widgets());
        await().until(() -> definition(WIDGETS).isEstablished());
        long revision = store.revision();
        resources.close();
        start();
        assertThat(served()).isPresent();
        assertThat(store.revision()).isEqualTo(revision);
    }

    @Test
    void theFirstWhoAsksForANameHasIt() throws Exception {
        create(widgets());
        await().until(() -> definition(WIDGETS).isEstablished());
        ObjectNode second = widgets();
        JsonTree.ensure(second, "metadata").put("name", "gadgets.example.com");
        JsonTree.ensure(second, "spec", "names").put("plural", "gadgets").put("singular", "gadget");
        ObjectKey gadgets = new ObjectKey(CustomResourceDefinition.RESOURCE, "", "gadgets.example.com");
        create(second);
        await().until(() -> DefinitionConditions.find(definition(gadgets).tree(), "NamesAccepted")
                .isPresent());
        assertThat(DefinitionConditions.find(definition(gadgets).tree(), "NamesAccepted"))
                .hasValueSatisfying(condition -> {
                    assertThat(JsonTree.text(condition, "status")).isEqualTo("False");
                    assertThat(JsonTree.text(condition, "reason")).isEqualTo("ListKindConflict");
                    assertThat(JsonTree.text(condition, "message")).isEqualTo("\"WidgetList\" is already in use");
                });
        assertThat(servedResources.find("example.com", "v1", "gadgets")).isEmpty();

        delete(WIDGETS);
        await().until(() -> definition(gadgets).isEstablished());
        assertThat(servedResources.find("example.com", "v1", "gadgets")).isPresent();
    }

    private void delete(ObjectKey key) throws Exception {
        StoredObject storedObject = store.get(key).orElseThrow();
        ObjectNode tree = Json.stored(storedObject.value());
        DefinitionStrategy strategy = new DefinitionStrategy();
        assertThat(strategy.isHeld(tree)).isTrue();
        JsonTree.ensure(tree, "metadata").put("deletionTimestamp", Instant.now().toString());
        strategy.deleting(tree);
        put(key, storedObject.revision(), tree);
    }

    @Test
    void theObjectsOfADefinitionGoBeforeIt() throws Exception {
        create(widgets());
        await().until(() -> definition(WIDGETS).isEstablished());
        ObjectNode object = YamlTrees.object("{kind: Widget, apiVersion: example.com/v1, metadata: {name: a, uid: u}}");
        ObjectNode kept = YamlTrees.object(
                "{kind: Widget, apiVersion: example.com/v1, metadata: {name: b, uid: v, finalizers: [x/y]}}");
        ObjectKey one = new ObjectKey("widgets.example.com", "default", "a");
        ObjectKey two = new ObjectKey("widgets.example.com", "default", "b");
        put(one, 0, object);
        put(two, 0, kept);

        delete(WIDGETS);
        await().until(() -> store.get(one).isEmpty());
        await().until(() ->
                JsonTree.has(Json.stored(store.get(two).orElseThrow().value()), "metadata", "deletionTimestamp"));
        assertThat(served()).isPresent();
        assertThat(definition(WIDGETS).hasFinalizer(CustomResourceDefinition.CLEANUP))
                .isTrue();

        StoredObject last = store.get(two).orElseThrow();
        store.write(new ObjectWrite.Remove(two, last.revision(), ObjectDraft.of(last)));
        await().until(() -> store.get(WIDGETS).isEmpty());
        await().until(() -> served().isEmpty());
    }

    @Test
    void aRecreatedDefinitionCanBeDeletedAgainAtOnce() throws Exception {
        resources.close();
        DelayedWatchStore late = new DelayedWatchStore(store);
        resources = new CustomResourceController(late, servedResources, InstantSource.system());
        resources.start();
        create(widgets());
        await().until(() -> definition(WIDGETS).isEstablished());
        delete(WIDGETS);
        await().until(() -> store.get(WIDGETS).isEmpty());

        ObjectNode anew = widgets();
        JsonTree.ensure(anew, "metadata", "annotations").put("made", "anew");
        create(anew);
        await().until(() -> definition(WIDGETS).isEstablished());
        delete(WIDGETS);
        await().until(() -> store.get(WIDGETS).isEmpty());
        late.answer();
    }

    private FailingWriteStore startOnFailingStore() throws Exception {
        resources.close();
        FailingWriteStore failing = new FailingWriteStore(store);
        resources =
                new CustomResourceController(failing, servedResources, InstantSource.system(), Duration.ofMillis(20));
        return failing;
    }

    @Test
    void aStatusThatCannotBeWrittenIsWrittenLater() throws Exception {
        FailingWriteStore failing = startOnFailingStore();
        resources.start();
        failing.failWrites(3);
        create(widgets());
        await().until(() -> definition(WIDGETS).isEstablished());
        assertThat(failing.failing()).isZero();
        assertThat(served()).isPresent();

        ObjectNode second = widgets();
        JsonTree.ensure(second, "metadata").put("name", "gadgets.example.com");
        JsonTree.ensure(second, "spec", "names")
                .put("plural", "gadgets")
                .put("singular", "gadget")
                .put("kind", "Gadget")
                .put("listKind", "GadgetList");
        create(second);
        await().until(() -> servedResources.find("example.com", "v1", "gadgets").isPresent());
    }

    @Test
    void aServerStartsAlsoWhenAStatusCannotBeWritten() throws Exception {
        FailingWriteStore failing = startOnFailingStore();
        create(widgets());
        failing.failWrites(2);
        resources.start();
        await().until(() -> definition(WIDGETS).isEstablished());
        assertThat(failing.failing()).isZero();
    }

    @Test
    void definitionsAreWatchedAgainAfterAFailure() throws Exception {
        FailingWriteStore failing = startOnFailingStore();
        failing.failWatches(3);
        resources.start();
        create(widgets());
        await().until(() -> definition(WIDGETS).isEstablished());
        await().until(() -> failing.failing() == 0);
        delete(WIDGETS);
        await().until(() -> store.get(WIDGETS).isEmpty());
        await().until(() -> served().isEmpty());
    }

    @Test
    void aDeletionThatFailsIsRepeated() throws Exception {
        FailingWriteStore failing = startOnFailingStore();
        resources.start();
        create(widgets());
        await().until(() -> definition(WIDGETS).isEstablished());
        ObjectNode object = YamlTrees.object("{kind: Widget, apiVersion: example.com/v1, metadata: {name: a, uid: u}}");
        put(new ObjectKey("widgets.example.com", "default", "a"), 0, object);
        failing.failWrites(4);
        delete(WIDGETS);
        await().until(() -> store.get(WIDGETS).isEmpty());
        assertThat(failing.failing()).isZero();
    }

    @Test
    void aBuiltInResourceIsNotReplaced() throws Exception {
        create(widgets());
        await().until(() -> served().isPresent());
        ResourceDescriptor builtIn = served().orElseThrow();
        resources.close();
        servedResources = new ServedResources();
        servedResources.put(builtIn);
        resources = new CustomResourceController(store, servedResources, InstantSource.system());
        resources.start();
        assertThat(served()).containsSame(builtIn);
    }

    @Test
    void aNewServerHasSnapshots() throws Exception {
        resources.install();
        await().until(() -> servedResources.all().size() == 8);
        assertThat(servedResources.find("snapshot.storage.k8s.io", "v1", "volumesnapshots"))
                .isPresent();
        assertThat(servedResources.find("groupsnapshot.storage.k8s.io", "v1beta2", "volumegroupsnapshots"))
                .hasValueSatisfying(resourceDescriptor -> {
                    assertThat(resourceDescriptor.versions()).containsExactly("v1", "v1beta2", "v1beta1");
                    assertThat(resourceDescriptor.storage()).isEqualTo("v1beta2");
                    assertThat(resourceDescriptor.schema().deprecation("v1beta1"))
                            .contains("groupsnapshot.storage.k8s.io/v1beta1 VolumeGroupSnapshot is deprecated; use"
                                    + " groupsnapshot.storage.k8s.io/v1 VolumeGroupSnapshot");
                    assertThat(resourceDescriptor.schema().deprecation("v1")).isEmpty();
                });
    }
}
