package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.ObjectDraft;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectWrite;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `pods/eviction`: deletes a pod if its PodDisruptionBudget allows it.
final class EvictionOperations {
    private static final String BUDGETS = "poddisruptionbudgets.policy";
    private static final Set<String> FINAL_PHASES = Set.of("Succeeded", "Failed");
    /// Of all evictions that use a budget at the same time, one succeeds in each round: when a node is drained,
    /// these can be all its pods.
    private static final int TRIES = 200;

    private final RegistryServices registryServices;
    private final DeleteOperations deleteOperations;

    EvictionOperations(RegistryServices registryServices, DeleteOperations deleteOperations) {
        this.registryServices = registryServices;
        this.deleteOperations = deleteOperations;
    }

    /// @param pod the pod itself, not its sub-resource
    void evict(RequestTarget pod, RequestClient requestClient, QueryParameters queryParameters, ObjectNode eviction)
            throws ApiException, IOException, InterruptedException {
        String named = JsonTree.text(eviction, "metadata", "name");
        if (!named.isEmpty() && !named.equals(pod.name())) {
            throw ApiException.badRequest("name in URL does not match name in Eviction object");
        }
        ObjectNode options = JsonTree.object(eviction, "deleteOptions").orElseGet(Json::object);
        DeleteOptions parsed = DeleteOptions.parse(queryParameters, body(options));
        boolean isTaken = false;
        for (int i = 1; ; i++) {
            StoredObject current = registryServices.objectStore().get(pod.key()).orElseThrow(pod::notFound);
            ObjectNode object = Json.stored(current.value());
            parsed.require(pod, object);
            boolean isPending = isPending(object);
            Optional<DisruptionBudget> budget =
                    isPending || isOver(object) ? Optional.empty() : budget(pod.namespace(), object);
            boolean isFree = budget.filter(one -> one.isFree(object)).isPresent();
            try {
                if (budget.isPresent() && !isFree && !isTaken) {
                    take(budget.get(), pod, parsed.dryRun());
                    isTaken = true;
                }
                ObjectNode preconditions = options;
                if (!parsed.dryRun()) {
                    StoredObject marked = mark(pod, object, current);
                    // What was checked is the state before this write, and no later one: the pod may be ready now.
                    if (isFree || isPending || !parsed.revision().isEmpty()) {
                        preconditions = onlyAt(options, marked.revision());
                    }
                }
                deleteOperations.delete(pod, requestClient, queryParameters, body(preconditions));
                return;
            } catch (ConflictException _) {
                if (i == TRIES) {
                    throw pod.conflict(ObjectCommit.MODIFIED);
                }
            } catch (ApiException e) {
                boolean isStale = e.statusReason() == StatusReason.CONFLICT
                        && parsed.revision().isEmpty();
                if (isStale && isFree) {
                    throw budget.orElseThrow().stillProcessed();
                }
                if (!isStale || !isPending || i == TRIES) {
                    throw e;
                }
            }
        }
    }

    /// A pod that has ended or is being deleted disrupts nothing when it is removed.
    private static boolean isOver(ObjectNode pod) {
        return FINAL_PHASES.contains(JsonTree.text(pod, "status", "phase"))
                || JsonTree.has(pod, "metadata", "deletionTimestamp");
    }

    /// Nor does a pod that does not run yet, as long as it does not.
    private static boolean isPending(ObjectNode pod) {
        return JsonTree.text(pod, "status", "phase").equals("Pending") && !isOver(pod);
    }

    private Optional<DisruptionBudget> budget(String namespace, ObjectNode pod) throws ApiException {
        List<DisruptionBudget> covering = registryServices.objectStore().list(BUDGETS, namespace).entries().stream()
                .map(stored -> new DisruptionBudget(Json.stored(stored.value())))
                .filter(budget -> budget.covers(pod))
                .toList();
        if (covering.size() > 1) {
            throw new ApiException(
                    StatusReason.UNKNOWN,
                    "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.");
        }
        return covering.stream().findFirst();
    }

    /// Two evictions at once cannot use the same allowance: the budget must be in the state that was read.
    private void take(DisruptionBudget budget, RequestTarget pod, boolean dryRun)
            throws ApiException, ConflictException, IOException, InterruptedException {
        Instant now = registryServices.clock().instant();
        ObjectNode next = budget.take(pod.name(), now);
        if (!dryRun) {
            ObjectKey key = new ObjectKey(BUDGETS, pod.namespace(), budget.name());
            long revision = Long.parseLong(JsonTree.text(budget.object(), "metadata", "resourceVersion"));
            registryServices.objectStore().write(new ObjectWrite.Put(key, revision, ObjectDraft.of(next), 0));
        }
    }

    /// Tells controllers why the pod ends: the condition `DisruptionTarget`.
    private StoredObject mark(RequestTarget pod, ObjectNode object, StoredObject current)
            throws ConflictException, IOException, InterruptedException {
        if (DisruptionBudget.hasTrue(object, "DisruptionTarget")) {
            return current;
        }
        ObjectNode next = object.deepCopy();
        ObjectNode status = JsonTree.ensure(next, "status");
        ArrayNode conditions = Json.list();
        for (JsonNode condition : JsonTree.list(status, "conditions")) {
            if (!JsonTree.text(condition, "type").equals("DisruptionTarget")) {
                conditions.add(condition);
            }
        }
        conditions
                .addObject()
                .put("type", "DisruptionTarget")
                .put("status", "True")
                .putNull("lastProbeTime")
                .put(
                        "lastTransitionTime",
                        registryServices
                                .clock()
                                .instant()
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString())
                .put("reason", "EvictionByEvictionAPI")
                .put("message", "Eviction API: evicting");
        status.set("conditions", conditions);
        return registryServices
                .objectStore()
                .write(new ObjectWrite.Put(pod.key(), current.revision(), ObjectDraft.of(next), 0));
    }

    private static ObjectNode onlyAt(ObjectNode options, long revision) {
        ObjectNode changed = options.deepCopy();
        JsonTree.ensure(changed, "preconditions").put("resourceVersion", Long.toString(revision));
        return changed;
    }

    private static RequestBody body(ObjectNode options) {
        return new RequestBody(Json.write(options), "application/json");
    }
}
