package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.explain.Explainer;
import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.report.TextReport;
import dev.stowage.flags.TerminalColors;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.awaitility.core.ConditionTimeoutException;

/// The scenario of one test: its objects, and the explanations of them.
public final class ExplainScenario {
    private static final Set<String> OF_CLUSTER = Set.of(
            "Namespace",
            "Node",
            "PersistentVolume",
            "StorageClass",
            "CSIDriver",
            "CSINode",
            "VolumeAttachment",
            "VolumeAttributesClass",
            "VolumeSnapshotContent",
            "VolumeSnapshotClass");
    private static final Map<String, String> PLURALS = Map.of(
            "StorageClass", "storageclasses",
            "VolumeSnapshotClass", "volumesnapshotclasses",
            "VolumeAttributesClass", "volumeattributesclasses",
            "CSIStorageCapacity", "csistoragecapacities");

    private final SharedCluster sharedCluster;
    private final String namespace;
    private final Duration later;

    ExplainScenario(SharedCluster sharedCluster, String namespace) {
        this(sharedCluster, namespace, Duration.ZERO);
    }

    private ExplainScenario(SharedCluster sharedCluster, String namespace, Duration later) {
        this.sharedCluster = sharedCluster;
        this.namespace = namespace;
        this.later = later;
    }

    /// The same scenario, explained at a later time without changes.
    ExplainScenario later(Duration time) {
        return new ExplainScenario(sharedCluster, namespace, time);
    }

    public String namespace() {
        return namespace;
    }

    public SharedCluster sharedCluster() {
        return sharedCluster;
    }

    /// @param text a whole object, with kind and version
    public void create(String text) throws IOException, InterruptedException {
        ObjectNode object = (ObjectNode) SharedCluster.json(text);
        Kind<PartialObjectMetadata> kind = kind(object);
        sharedCluster.api().create(kind, kind.namespaced() ? namespace : "", object);
    }

    private static Kind<PartialObjectMetadata> kind(JsonNode object) {
        String name = object.path("kind").asText();
        String[] version = object.path("apiVersion").asText().split("/", 2);
        String plural = PLURALS.getOrDefault(name, name.toLowerCase(Locale.ROOT) + "s");
        return new Kind<>(
                version.length == 1 ? "" : version[0],
                version[version.length - 1],
                plural,
                name,
                !OF_CLUSTER.contains(name),
                PartialObjectMetadata::read);
    }

    /// @param mode when volumes are made: `Immediate` or `WaitForFirstConsumer`
    public void storageClass(String name, String provisioner, String mode) throws IOException, InterruptedException {
        create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "%s"},
                 "provisioner": "%s", "volumeBindingMode": "%s"}""".formatted(name, provisioner, mode));
    }

    public void claim(String name, String storageClass, String more) throws IOException, InterruptedException {
        create("""
                {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "%s"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "16Mi"}}%s%s}}""".formatted(
                        name, storageClass.isEmpty() ? "" : ", \"storageClassName\": \"" + storageClass + "\"", more));
    }

    public void claim(String name, String storageClass) throws IOException, InterruptedException {
        claim(name, storageClass, "");
    }

    /// A pod that uses a claim and runs until it is stopped.
    ///
    /// @param more fields of its specification, each with a comma before it
    public void pod(String name, String claim, String more) throws IOException, InterruptedException {
        podWith(name, """
                {"name": "data", "persistentVolumeClaim": {"claimName": "%s"}}""".formatted(claim), more);
    }

    public void pod(String name, String claim) throws IOException, InterruptedException {
        pod(name, claim, "");
    }

    /// @param volume in the pod spec, under the name `data`
    public void podWith(String name, String volume, String more) throws IOException, InterruptedException {
        create("""
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%s"},
                 "spec": {"terminationGracePeriodSeconds": 0,
                   "containers": [{"name": "main", "image": "none", "command": ["sleep", "3600"],
                     "volumeMounts": [{"name": "data", "mountPath": "/data"}]}],
                   "volumes": [%s]%s}}""".formatted(name, volume, more));
    }

    public Optional<JsonNode> find(ResourceKind resourceKind, String name) throws IOException, InterruptedException {
        String where = resourceKind.isNamespaced() ? namespace : "";
        try {
            return Optional.of(sharedCluster.api().get(kind(resourceKind), where, name));
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static Kind<PartialObjectMetadata> kind(ResourceKind resourceKind) {
        String[] path = resourceKind.path().split("/", -1);
        boolean core = path.length == 4;
        return new Kind<>(
                core ? "" : path[2],
                path[path.length - 2],
                resourceKind.plural(),
                "",
                resourceKind.isNamespaced(),
                PartialObjectMetadata::read);
    }

    /// Waits until the object meets the condition.
    public void until(ResourceKind resourceKind, String name, Predicate<JsonNode> so) {
        SharedCluster.until(
                resourceKind.shortName() + "/" + name,
                () -> find(resourceKind, name).filter(so).isPresent());
    }

    public void untilPhase(ResourceKind resourceKind, String name, String phase) {
        until(resourceKind, name, json -> json.at("/status/phase").asText().equals(phase));
    }

    /// Waits for an event with this reason: its reporter has then received the object.
    void untilTold(ResourceKind resourceKind, String name, String reason) {
        SharedCluster.until(reason + " about " + resourceKind.shortName() + "/" + name, () -> {
            ClusterState now = sharedCluster.picture(namespace);
            return now.find(resourceKind, resourceKind.isNamespaced() ? namespace : "", name).stream()
                    .flatMap(kubeResource -> now.events(kubeResource).stream())
                    .anyMatch(told -> told.reason().equals(reason));
        });
    }

    public void untilGone(ResourceKind resourceKind, String name) {
        SharedCluster.until(
                "the end of " + resourceKind.shortName() + "/" + name,
                () -> find(resourceKind, name).isEmpty());
    }

    public void delete(ResourceKind resourceKind, String name) throws IOException, InterruptedException {
        Optional<JsonNode> found = find(resourceKind, name);
        if (found.isPresent()) {
            sharedCluster
                    .api()
                    .delete(PartialObjectMetadata.read(found.get()), kind(resourceKind), DeleteOptions.defaults());
        }
    }

    /// @param seconds the grace period; 0 deletes the object immediately, whatever still runs
    void deleteWithin(ResourceKind resourceKind, String name, long seconds) throws IOException, InterruptedException {
        JsonNode found = find(resourceKind, name).orElseThrow();
        sharedCluster
                .api()
                .delete(
                        PartialObjectMetadata.read(found),
                        kind(resourceKind),
                        DeleteOptions.defaults().withGracePeriod(seconds));
    }

    public void merge(ResourceKind resourceKind, String name, String patch) throws IOException, InterruptedException {
        merge(resourceKind, name, Patch.merge((ObjectNode) SharedCluster.json(patch)));
    }

    public void mergeStatus(ResourceKind resourceKind, String name, String patch)
            throws IOException, InterruptedException {
        merge(
                resourceKind,
                name,
                Patch.merge((ObjectNode) SharedCluster.json(patch)).status());
    }

    private void merge(ResourceKind resourceKind, String name, Patch patch) throws IOException, InterruptedException {
        sharedCluster.api().patch(kind(resourceKind), resourceKind.isNamespaced() ? namespace : "", name, patch);
    }

    boolean exists(String plural, String name) throws IOException, InterruptedException {
        try {
            sharedCluster.api().read("/api/v1/namespaces/" + namespace + "/" + plural + "/" + name);
            return true;
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return false;
            }
            throw e;
        }
    }

    /// The current explanation.
    public Explanation explain(ResourceKind resourceKind, String name) throws IOException, InterruptedException {
        ClusterState now = sharedCluster.picture(namespace);
        ClusterState clusterState =
                new ClusterState(now.taken().plus(later), now.version(), now.resources(), now.notListed());
        KubeResource subject = clusterState
                .find(resourceKind, resourceKind.isNamespaced() ? namespace : "", name)
                .orElseThrow(() -> new AssertionError("there is no " + resourceKind.shortName() + "/" + name));
        return new Explainer().explain(clusterState, subject);
    }

    /// Waits until this is the first finding, and checks the rest of the explanation.
    public Explanation untilExplained(
            ResourceKind resourceKind,
            String name,
            String situation,
            ResponsibleParty responsibleParty,
            LinkKind part) {
        AtomicReference<String> last = new AtomicReference<>("");
        AtomicReference<Explanation> answer = new AtomicReference<>();
        try {
            SharedCluster.until(situation, () -> {
                Explanation now = explain(resourceKind, name);
                last.set(TextReport.of(now, TerminalColors.PLAIN));
                answer.set(now);
                return now.first()
                        .filter(first -> first.cause().equals(situation))
                        .isPresent();
            });
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("not " + situation + " but:\n" + last.get(), e);
        }
        Explanation found = answer.get();
        assertThat(found.first()).hasValueSatisfying(first -> {
            assertThat(first.responsibleParty()).as(last.get()).isEqualTo(responsibleParty);
            assertThat(first.link()).as(last.get()).isEqualTo(part);
            assertThat(first.evidence()).as(last.get()).isNotEmpty();
        });
        return found;
    }
}
