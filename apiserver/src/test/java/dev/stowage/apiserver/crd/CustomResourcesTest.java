package dev.stowage.apiserver.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Registry;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.store.ConflictException;
import dev.stowage.apiserver.store.Draft;
import dev.stowage.apiserver.store.Entry;
import dev.stowage.apiserver.store.Key;
import dev.stowage.apiserver.store.Mutation;
import dev.stowage.apiserver.store.SqliteStore;
import dev.stowage.apiserver.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CustomResourcesTest {
    private static final Key WIDGETS = new Key(Definition.RESOURCE, "", "widgets.example.com");

    @TempDir
    private Path folder;

    private SqliteStore store;
    private Registry registry;
    private CustomResources resources;

    @BeforeEach
    void open() throws IOException, InterruptedException {
        store = SqliteStore.open(folder, StoreOptions.standard());
        start();
    }

    private void start() throws IOException, InterruptedException {
        registry = new Registry();
        resources = new CustomResources(store, registry, InstantSource.system());
        resources.start();
    }

    @AfterEach
    void close() throws IOException {
        resources.close();
        store.close();
    }

    private Entry create(ObjectNode definition) throws Exception {
        DefinitionStrategy strategy = new DefinitionStrategy();
        strategy.complete(definition);
        strategy.start(definition);
        Tree.ensure(definition, "metadata")
                .put("uid", "u-" + definition.hashCode())
                .put("generation", 1);
        String name = Tree.text(definition, "metadata", "name");
        return put(new Key(Definition.RESOURCE, "", name), 0, definition);
    }

    private Entry put(Key key, long expected, ObjectNode object)
            throws ConflictException, IOException, InterruptedException {
        return store.write(new Mutation.Put(key, expected, Draft.of(object), 0));
    }

    private Optional<Resource> served() {
        return registry.find("example.com", "v1", "widgets");
    }

    private Definition definition(Key key) {
        return new Definition(Json.stored(store.get(key).orElseThrow().value()));
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
        Resource resource = served().orElseThrow();
        assertThat(resource.names().listKind()).isEqualTo("WidgetList");
        assertThat(resource.key()).isEqualTo("widgets.example.com");
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
        Tree.ensure(second, "metadata").put("name", "gadgets.example.com");
        Tree.ensure(second, "spec", "names").put("plural", "gadgets").put("singular", "gadget");
        Key gadgets = new Key(Definition.RESOURCE, "", "gadgets.example.com");
        create(second);
        await().until(() ->
                Conditions.find(definition(gadgets).tree(), "NamesAccepted").isPresent());
        assertThat(Conditions.find(definition(gadgets).tree(), "NamesAccepted")).hasValueSatisfying(condition -> {
            assertThat(Tree.text(condition, "status")).isEqualTo("False");
            assertThat(Tree.text(condition, "reason")).isEqualTo("ListKindConflict");
            assertThat(Tree.text(condition, "message")).isEqualTo("\"WidgetList\" is already in use");
        });
        assertThat(registry.find("example.com", "v1", "gadgets")).isEmpty();

        delete(WIDGETS);
        await().until(() -> definition(gadgets).isEstablished());
        assertThat(registry.find("example.com", "v1", "gadgets")).isPresent();
    }

    private void delete(Key key) throws Exception {
        Entry entry = store.get(key).orElseThrow();
        ObjectNode tree = Json.stored(entry.value());
        DefinitionStrategy strategy = new DefinitionStrategy();
        assertThat(strategy.isHeld(tree)).isTrue();
        Tree.ensure(tree, "metadata").put("deletionTimestamp", Instant.now().toString());
        strategy.deleting(tree);
        put(key, entry.revision(), tree);
    }

    @Test
    void theObjectsOfADefinitionGoBeforeIt() throws Exception {
        create(widgets());
        await().until(() -> definition(WIDGETS).isEstablished());
        ObjectNode object = Yaml.object("{kind: Widget, apiVersion: example.com/v1, metadata: {name: a, uid: u}}");
        ObjectNode kept = Yaml.object(
                "{kind: Widget, apiVersion: example.com/v1, metadata: {name: b, uid: v, finalizers: [x/y]}}");
        Key one = new Key("widgets.example.com", "default", "a");
        Key two = new Key("widgets.example.com", "default", "b");
        put(one, 0, object);
        put(two, 0, kept);

        delete(WIDGETS);
        await().until(() -> store.get(one).isEmpty());
        await().until(() ->
                Tree.has(Json.stored(store.get(two).orElseThrow().value()), "metadata", "deletionTimestamp"));
        assertThat(served()).isPresent();
        assertThat(definition(WIDGETS).hasFinalizer(Definition.CLEANUP)).isTrue();

        Entry last = store.get(two).orElseThrow();
        store.write(new Mutation.Remove(two, last.revision(), Draft.of(last)));
        await().until(() -> store.get(WIDGETS).isEmpty());
        await().until(() -> served().isEmpty());
    }

    @Test
    void aDefinitionThatIsMadeAnewGoesAgainHoweverSoonThatIs() throws Exception {
        resources.close();
        LateStore late = new LateStore(store);
        resources = new CustomResources(late, registry, InstantSource.system());
        resources.start();
        create(widgets());
        await().until(() -> definition(WIDGETS).isEstablished());
        delete(WIDGETS);
        await().until(() -> store.get(WIDGETS).isEmpty());

        ObjectNode anew = widgets();
        Tree.ensure(anew, "metadata", "annotations").put("made", "anew");
        create(anew);
        await().until(() -> definition(WIDGETS).isEstablished());
        delete(WIDGETS);
        await().until(() -> store.get(WIDGETS).isEmpty());
        late.answer();
    }

    @Test
    void aBuiltInResourceIsNotReplaced() throws Exception {
        create(widgets());
        await().until(() -> served().isPresent());
        Resource builtIn = served().orElseThrow();
        resources.close();
        registry = new Registry();
        registry.put(builtIn);
        resources = new CustomResources(store, registry, InstantSource.system());
        resources.start();
        assertThat(served()).containsSame(builtIn);
    }

    @Test
    void aNewServerHasSnapshots() throws Exception {
        resources.install();
        await().until(() -> registry.all().size() == 6);
        assertThat(registry.find("snapshot.storage.k8s.io", "v1", "volumesnapshots"))
                .isPresent();
        assertThat(registry.find("groupsnapshot.storage.k8s.io", "v1beta2", "volumegroupsnapshots"))
                .hasValueSatisfying(resource -> {
                    assertThat(resource.versions()).containsExactly("v1", "v1beta2", "v1beta1");
                    assertThat(resource.storage()).isEqualTo("v1beta2");
                    assertThat(resource.schema().deprecation("v1beta1"))
                            .contains("groupsnapshot.storage.k8s.io/v1beta1 VolumeGroupSnapshot is deprecated; use"
                                    + " groupsnapshot.storage.k8s.io/v1 VolumeGroupSnapshot");
                    assertThat(resource.schema().deprecation("v1")).isEmpty();
                });
    }
}
