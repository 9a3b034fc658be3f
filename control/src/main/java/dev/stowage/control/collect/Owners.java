package dev.stowage.control.collect;

import dev.stowage.control.act.Act;
import dev.stowage.control.collect.Item.Place;
import dev.stowage.control.collect.Tie.Standing;
import dev.stowage.control.discover.Resource;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kind;
import dev.stowage.kube.api.KubeApi;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Meta;
import dev.stowage.kube.object.Other;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds out how the owners of an object stand. What a mirror has is good enough for one that is there: when it goes,
/// the mirror hears of it. That one is not there is for the server to say.
final class Owners {
    private final KubeApi api;
    private final Stock stock;
    private final Absent absent = new Absent();

    Owners(KubeApi api, Stock stock) {
        this.api = api;
        this.stock = stock;
    }

    List<Tie> of(Item item) throws ApiFailure, InterruptedException {
        List<Tie> ties = new ArrayList<>();
        for (Meta.Owner owner : item.meta().owners()) {
            ties.add(new Tie(owner, standing(item, owner)));
        }
        return ties;
    }

    Optional<Place> place(Item item, Meta.Owner owner) {
        return stock.find(owner.apiVersion(), owner.kind())
                .map(Resource::kind)
                .map(kind -> new Place(
                        kind,
                        kind.namespaced() ? new Key(item.meta().namespace(), owner.name()) : Key.of(owner.name())));
    }

    private Standing standing(Item item, Meta.Owner owner) throws ApiFailure, InterruptedException {
        Place place = place(item, owner).orElse(null);
        if (place == null) {
            return Standing.UNKNOWN;
        }
        if (place.kind().namespaced() && place.key().namespace().isEmpty()) {
            return Standing.NOWHERE;
        }
        Optional<Other> known = stock.find(place).map(Item::object).filter(found -> is(found, owner));
        if (known.isPresent()) {
            return standing(known.get());
        }
        if (absent.find(place, owner.uid()).isPresent()) {
            return Standing.ABSENT;
        }
        Optional<Other> live = api.find(
                        place.kind(), place.key().namespace(), place.key().name())
                .filter(found -> is(found, owner));
        if (live.isPresent()) {
            return standing(live.get());
        }
        absent.note(place, owner.uid(), new Absent.Fact(isElsewhere(place.kind(), owner)));
        return Standing.ABSENT;
    }

    private static boolean is(Other found, Meta.Owner owner) {
        return found.meta().uid().equals(owner.uid());
    }

    private static Standing standing(Other owner) {
        return Item.waits(owner) ? Standing.WAITING : Standing.THERE;
    }

    private boolean isElsewhere(Kind<Other> kind, Meta.Owner owner) {
        return kind.namespaced()
                && stock.mirror(kind).stream()
                        .flatMap(mirror -> mirror.all().stream())
                        .anyMatch(other -> is(other, owner));
    }

    /// Owners in other namespaces are as good as none. Whoever wrote them may wonder where the object went.
    List<Act> complaints(Item item, List<Tie> ties) {
        List<Act> acts = new ArrayList<>();
        for (Tie tie : ties) {
            Meta.Owner owner = tie.owner();
            boolean elsewhere = tie.standing() == Standing.ABSENT
                    && place(item, owner)
                            .flatMap(place -> absent.find(place, owner.uid()))
                            .filter(Absent.Fact::elsewhere)
                            .isPresent();
            if (elsewhere) {
                String namespace = item.meta().namespace();
                acts.add(Act.Tell.warning(
                        item.reference(),
                        "OwnerRefInvalidNamespace",
                        "ownerRef [" + owner.apiVersion() + "/" + owner.kind() + ", namespace: " + namespace
                                + ", name: "
                                + owner.name() + ", uid: " + owner.uid() + "] does not exist in namespace \""
                                + namespace
                                + "\""));
            }
        }
        return acts;
    }
}
