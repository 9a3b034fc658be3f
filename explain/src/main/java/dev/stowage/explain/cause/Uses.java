package dev.stowage.explain.cause;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import java.util.List;

/// Who uses a claim, and how far they are.
public final class Uses {

    private Uses() {}

    /// All pods that name it, also those that are over.
    public static List<Thing> of(Thing claim, Picture picture) {
        return picture.all(Sort.POD).stream()
                .filter(pod -> pod.namespace().equals(claim.namespace()) && names(pod, claim.name()))
                .toList();
    }

    private static boolean names(Thing pod, String claim) {
        return pod.list("/spec/volumes").anyMatch(volume -> claimOf(pod, volume).equals(claim));
    }

    /// Empty for volumes without a claim.
    public static String claimOf(Thing pod, JsonNode volume) {
        if (volume.path("ephemeral").isObject()) {
            return pod.name() + "-" + volume.path("name").asText("");
        }
        return volume.at("/persistentVolumeClaim/claimName").asText("");
    }

    public static String node(Thing pod) {
        return pod.text("/spec/nodeName");
    }

    public static String phase(Thing pod) {
        return pod.text("/status/phase");
    }

    /// It runs no more and never will.
    public static boolean isOver(Thing pod) {
        return phase(pod).equals("Succeeded") || phase(pod).equals("Failed");
    }

    /// It has a node and has not started there: its volumes are not all mounted, or its images not all pulled.
    public static boolean isStarting(Thing pod) {
        return !node(pod).isEmpty()
                && !pod.isDeleting()
                && (phase(pod).equals("Pending") || phase(pod).isEmpty());
    }
}
