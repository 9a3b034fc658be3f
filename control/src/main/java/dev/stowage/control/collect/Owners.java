package dev.stowage.control.collect;

import dev.stowage.control.act.Act;
import dev.stowage.control.collect.Item.Place;
import dev.stowage.control.collect.Tie.Standing;
import dev.stowage.control.discover.Resource;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds out how the owners of an object stand. What a mirror has is good enough for one that is there: when it goes,
/// the mirror hears of it. That one is not there is for the server to say.
final class Owners {
    private final KubeClient api;
    private final Stock stock;
    private final Absent absent = new Absent();

    Owners(KubeClient api, Stock stock) {
        this.api = api;
        this.stock = stock;
    }

    List<Tie> of(Item item) throws ApiFailure, InterruptedException {
        List<Tie> ties = new ArrayList<>();
        for (ObjectMeta.OwnerReference ownerReference : item.meta().ownerReferences()) {
            ties.add(new Tie(ownerReference, standing(item, ownerReference)));
        }
        return ties;
    }

    Optional<Place> place(Item item, ObjectMeta.OwnerReference ownerReference) {
        return stock.find(ownerReference.apiVersion(), ownerReference.kind())
                .map(Resource::kind)
                .map(kind -> new Place(
                        kind,
                        kind.namespaced() ? new NamespacedName(item.meta().namespace(), ownerReference.name()) : NamespacedName.of(ownerReference.name())));
    }

    private Standing standing(Item item, ObjectMeta.OwnerReference ownerReference) throws ApiFailure, InterruptedException {
        Place place = place(item, ownerReference).orElse(null);
        if (place == null) {
            return Standing.UNKNOWN;
        }
        if (place.kind().namespaced() && place.key().namespace().isEmpty()) {
            return Standing.NOWHERE;
        }
        Optional<PartialObjectMetadata> known = stock.find(place).map(Item::object).filter(found -> is(found, ownerReference));
        if (known.isPresent()) {
            return standing(known.get());
        }
        if (absent.find(place, ownerReference.uid()).isPresent()) {
            return Standing.ABSENT;
        }
        Optional<PartialObjectMetadata> live = api.find(
                        place.kind(), place.key().namespace(), place.key().name())
                .filter(found -> is(found, ownerReference));
        if (live.isPresent()) {
            return standing(live.get());
        }
        absent.note(place, ownerReference.uid(), new Absent.Fact(isElsewhere(place.kind(), ownerReference)));
        return Standing.ABSENT;
    }

    private static boolean is(PartialObjectMetadata found, ObjectMeta.OwnerReference ownerReference) {
        return found.meta().uid().equals(ownerReference.uid());
    }

    private static Standing standing(PartialObjectMetadata owner) {
        return Item.waits(owner) ? Standing.WAITING : Standing.THERE;
    }

    private boolean isElsewhere(Kind<PartialObjectMetadata> kind, ObjectMeta.OwnerReference ownerReference) {
        return kind.namespaced()
                && stock.mirror(kind).stream()
                        .flatMap(informer -> informer.all().stream())
                        .anyMatch(other -> is(other, ownerReference));
    }

    /// Owners in other namespaces are as good as none. Whoever wrote them may wonder where the object went.
    List<Act> complaints(Item item, List<Tie> ties) {
        List<Act> acts = new ArrayList<>();
        for (Tie tie : ties) {
            ObjectMeta.OwnerReference ownerReference = tie.ownerReference();
            boolean elsewhere = tie.standing() == Standing.ABSENT
                    && place(item, ownerReference)
                            .flatMap(place -> absent.find(place, ownerReference.uid()))
                            .filter(Absent.Fact::elsewhere)
                            .isPresent();
            if (elsewhere) {
                String namespace = item.meta().namespace();
                acts.add(Act.Tell.warning(
                        item.reference(),
                        "OwnerRefInvalidNamespace",
                        "ownerRef [" + ownerReference.apiVersion() + "/" + ownerReference.kind() + ", namespace: " + namespace
                                + ", name: "
                                + ownerReference.name() + ", uid: " + ownerReference.uid() + "] does not exist in namespace \""
                                + namespace
                                + "\""));
            }
        }
        return acts;
    }
}
