package dev.stowage.apiserver.registry.generic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.BuiltInFixture;
import dev.stowage.apiserver.admission.AdmissionChain;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.endpoints.AllowAllAccess;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.DelegatingObjectStore;
import dev.stowage.apiserver.storage.ObjectDraft;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.ObjectWrite;
import dev.stowage.apiserver.storage.SqliteObjectStore;
import dev.stowage.apiserver.storage.StorageOptions;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EvictionOperationsTest {
    private static final ObjectKey BUDGET = new ObjectKey("poddisruptionbudgets.policy", "default", "b");
    private static final ResourceDescriptor PODS = BuiltInFixture.resource("pods");
    private static final RequestClient TESTER =
            new RequestClient(new UserInfo("tester", "", List.of(UserInfo.MASTERS), Map.of()), "test");

    @TempDir
    private Path folder;

    private ObjectStore store;

    @BeforeEach
    void open() throws Exception {
        store = SqliteObjectStore.open(folder.resolve("store"), StorageOptions.standard());
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    private static EvictionOperations evictions(ObjectStore objectStore) {
        AllowAllAccess access = new AllowAllAccess();
        RegistryServices services = new RegistryServices(
                objectStore, access, new AdmissionChain(access), InstantSource.system(), Set.of(), Duration.ofHours(1));
        return new EvictionOperations(services, new DeleteOperations(services, new ReadOperations(objectStore)));
    }

    /// Why it was refused; empty when it was not.
    private static Optional<StatusReason> evict(ObjectStore objectStore, String pod, String options) throws Exception {
        RequestTarget target = new RequestTarget(PODS, "v1", "default", pod, "");
        ObjectNode eviction = json("{'metadata':{'name':'" + pod + "'},'deleteOptions':" + options + "}");
        try {
            evictions(objectStore).evict(target, TESTER, QueryParameters.NONE, eviction);
            return Optional.empty();
        } catch (ApiException e) {
            return Optional.of(e.statusReason());
        }
    }

    private static ObjectKey pod(String name) {
        return new ObjectKey("pods", "default", name);
    }

    private StoredObject put(ObjectKey key, long revision, String json) throws Exception {
        return store.write(new ObjectWrite.Put(key, revision, ObjectDraft.of(json(json)), 0));
    }

    private static String pod(String name, String phase) {
        return """
                {'kind':'Pod','apiVersion':'v1',
                 'metadata':{'name':'%s','namespace':'default','uid':'%s','labels':{'app':'w'}},
                 'spec':{'nodeName':'n','terminationGracePeriodSeconds':30,'containers':[{'name':'c','image':'x'}]},
                 'status':{'phase':'%s','conditions':[{'type':'Ready','status':'True'}]}}""".formatted(name, name, phase);
    }

    private void putBudget(int allowed) throws Exception {
        put(BUDGET, 0, """
                {'kind':'PodDisruptionBudget','apiVersion':'policy/v1',
                 'metadata':{'name':'b','namespace':'default','uid':'b','generation':1},
                 'spec':{'selector':{'matchLabels':{'app':'w'}}},
                 'status':{'observedGeneration':1,'disruptionsAllowed':%d}}""".formatted(allowed));
    }

    private static ObjectNode json(String text) {
        return Json.stored(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private boolean isDeleted(String pod) {
        return store.get(pod(pod))
                .map(stored -> JsonTree.has(Json.stored(stored.value()), "metadata", "deletionTimestamp"))
                .orElse(true);
    }

    /// All have read the budget before one of them writes it.
    private static final class MeetingStore extends DelegatingObjectStore {
        private final CountDownLatch readers;

        MeetingStore(ObjectStore objectStore, int count) {
            super(objectStore);
            this.readers = new CountDownLatch(count);
        }

        @Override
        public Page list(String resource, String namespace) {
            Page page = super.list(resource, namespace);
            if (resource.equals(BUDGET.resource())) {
                readers.countDown();
                awaitOthers();
            }
            return page;
        }

        private void awaitOthers() {
            try {
                assertThat(readers.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void twoEvictionsAtOnceCannotUseTheSameDisruption() throws Exception {
        putBudget(1);

        assertThat(evictAtOnce(2))
                .containsExactlyInAnyOrder(Optional.empty(), Optional.of(StatusReason.TOO_MANY_REQUESTS));
        assertThat(isDeleted("p0")).isNotEqualTo(isDeleted("p1"));
    }

    @Test
    void allPodsOfANodeAreEvictedAtOnceIfTheBudgetAllowsIt() throws Exception {
        putBudget(60);

        assertThat(evictAtOnce(60)).containsOnly(Optional.empty());
    }

    private List<Optional<StatusReason>> evictAtOnce(int count) throws Exception {
        MeetingStore meeting = new MeetingStore(store, count);
        List<Callable<Optional<StatusReason>>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = "p" + i;
            put(pod(name), 0, pod(name, "Running"));
            all.add(() -> evict(meeting, name, "{}"));
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.invokeAll(all).stream().map(Future::resultNow).toList();
        }
    }

    /// A pod that starts while it is evicted, after it was checked.
    private final class StartingPodStore extends DelegatingObjectStore {
        private final AtomicBoolean pending = new AtomicBoolean(true);

        StartingPodStore() {
            super(store);
        }

        @Override
        public StoredObject write(ObjectWrite objectWrite) throws ConflictException, IOException, InterruptedException {
            StoredObject written = super.write(objectWrite);
            return pending.getAndSet(false) ? started(written) : written;
        }

        private StoredObject started(StoredObject written) throws ConflictException, IOException, InterruptedException {
            ObjectNode running = json(pod("one", "Running"));
            super.write(new ObjectWrite.Put(pod("one"), written.revision(), ObjectDraft.of(running), 0));
            return written;
        }
    }

    @Test
    void podThatStartsMeanwhileCountsForTheBudget() throws Exception {
        put(pod("one"), 0, pod("one", "Pending"));
        putBudget(0);

        assertThat(evict(new StartingPodStore(), "one", "{}")).contains(StatusReason.TOO_MANY_REQUESTS);
        assertThat(isDeleted("one")).isFalse();
    }

    @Test
    void pendingPodNeedsNoBudget() throws Exception {
        put(pod("one"), 0, pod("one", "Pending"));
        putBudget(0);

        assertThat(evict(store, "one", "{}")).isEmpty();
        assertThat(isDeleted("one")).isTrue();
    }

    @Test
    void dryRunIsRefusedLikeAnEvictionAndWritesNothing() throws Exception {
        put(pod("one"), 0, pod("one", "Running"));
        putBudget(1);
        long before = store.revision();

        assertThat(evict(store, "one", "{'dryRun':['All']}")).isEmpty();
        assertThat(store.revision()).isEqualTo(before);

        assertThat(evict(store, "one", "{}")).isEmpty();
        put(pod("two"), 0, pod("two", "Running"));
        assertThat(evict(store, "two", "{'dryRun':['All']}")).contains(StatusReason.TOO_MANY_REQUESTS);
    }

    @Test
    void preconditionIsAboutTheStateThatTheClientSaw() throws Exception {
        long old = put(pod("one"), 0, pod("one", "Running")).revision();
        long current = put(pod("one"), old, pod("one", "Running")).revision();
        putBudget(1);

        String options = "{'preconditions':{'resourceVersion':'%d'}}";
        assertThat(evict(store, "one", options.formatted(old))).contains(StatusReason.CONFLICT);
        assertThat(evict(store, "one", options.formatted(current))).isEmpty();
        assertThat(isDeleted("one")).isTrue();
    }
}
