package dev.stowage.cluster.garbagecollector;

import dev.stowage.cluster.discovery.DiscoveredResource;
import dev.stowage.cluster.garbagecollector.CollectableObject.KindAndKey;
import dev.stowage.cluster.garbagecollector.OwnerState.Status;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Determines the state of the owners of an object. The cache is sufficient for an owner that exists: its
/// deletion will be an event. That an owner does not exist, only the server can confirm.
final class OwnerResolver {
    private final KubeClient api;
    private final GarbageCollectorInformers informers;
    private final AbsentOwnerCache absentOwnerCache = new AbsentOwnerCache();

    OwnerResolver(KubeClient api, GarbageCollectorInformers informers) {
        this.api = api;
        this.informers = informers;
    }

    List<OwnerState> of(CollectableObject collectableObject) throws ApiFailure, InterruptedException {
        List<OwnerState> ties = new ArrayList<>();
        for (ObjectMeta.OwnerReference ownerReference : collectableObject.meta().ownerReferences()) {
            ties.add(new OwnerState(ownerReference, standing(collectableObject, ownerReference)));
        }
        return ties;
    }

    Optional<KindAndKey> place(CollectableObject collectableObject, ObjectMeta.OwnerReference ownerReference) {
        return informers
                .find(ownerReference.apiVersion(), ownerReference.kind())
                .map(DiscoveredResource::kind)
                .map(kind -> new KindAndKey(
                        kind,
                        kind.namespaced()
                                ? new NamespacedName(collectableObject.meta().namespace(), ownerReference.name())
                                : NamespacedName.of(ownerReference.name())));
    }

    private Status standing(CollectableObject collectableObject, ObjectMeta.OwnerReference ownerReference)
            throws ApiFailure, InterruptedException {
        KindAndKey place = place(collectableObject, ownerReference).orElse(null);
        if (place == null) {
            return Status.UNKNOWN;
        }
        if (place.kind().namespaced() && place.key().namespace().isEmpty()) {
            return Status.NOWHERE;
        }
        Optional<PartialObjectMetadata> known =
                informers.find(place).map(CollectableObject::object).filter(found -> is(found, ownerReference));
        if (known.isPresent()) {
            return standing(known.get());
        }
        if (absentOwnerCache.find(place, ownerReference.uid()).isPresent()) {
            return Status.ABSENT;
        }
        Optional<PartialObjectMetadata> live = api.find(
                        place.kind(), place.key().namespace(), place.key().name())
                .filter(found -> is(found, ownerReference));
        if (live.isPresent()) {
            return standing(live.get());
        }
        absentOwnerCache.note(
                place, ownerReference.uid(), new AbsentOwnerCache.Absence(isElsewhere(place.kind(), ownerReference)));
        return Status.ABSENT;
    }

    private static boolean is(PartialObjectMetadata found, ObjectMeta.OwnerReference ownerReference) {
        return found.meta().uid().equals(ownerReference.uid());
    }

    private static Status standing(PartialObjectMetadata owner) {
        return CollectableObject.waits(owner) ? Status.WAITING : Status.THERE;
    }

    private boolean isElsewhere(Kind<PartialObjectMetadata> kind, ObjectMeta.OwnerReference ownerReference) {
        return kind.namespaced()
                && informers.informer(kind).stream()
                        .flatMap(informer -> informer.all().stream())
                        .anyMatch(other -> is(other, ownerReference));
    }

    /// Owners in other namespaces count as absent. Users may wonder why the object was deleted.
    List<ClusterAction> invalidOwnerEvents(CollectableObject collectableObject, List<OwnerState> ties) {
        List<ClusterAction> actions = new ArrayList<>();
        for (OwnerState ownerState : ties) {
            ObjectMeta.OwnerReference ownerReference = ownerState.ownerReference();
            boolean elsewhere = ownerState.status() == Status.ABSENT
                    && place(collectableObject, ownerReference)
                            .flatMap(place -> absentOwnerCache.find(place, ownerReference.uid()))
                            .filter(AbsentOwnerCache.Absence::elsewhere)
                            .isPresent();
            if (elsewhere) {
                String namespace = collectableObject.meta().namespace();
                actions.add(ClusterAction.RecordEvent.warning(
                        collectableObject.reference(),
                        "OwnerRefInvalidNamespace",
                        "ownerRef [" + ownerReference.apiVersion() + "/" + ownerReference.kind() + ", namespace: "
                                + namespace
                                + ", name: "
                                + ownerReference.name() + ", uid: " + ownerReference.uid()
                                + "] does not exist in namespace \""
                                + namespace
                                + "\""));
            }
        }
        return actions;
    }
}
