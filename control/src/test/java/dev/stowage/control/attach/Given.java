package dev.stowage.control.attach;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What tables of decisions are made of.
final class Given {
    static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
    static final AttachOptions OPTIONS = new AttachOptions(true, Duration.ofMinutes(6), Duration.ofMinutes(1), true);
    static final CsiVolume VOLUME = new CsiVolume("d", "h");
    static final Target EXCLUSIVE = new Target(VOLUME, "pv", true, null);
    static final Target SHARED = new Target(VOLUME, "pv", false, null);

    private Given() {}

    static JsonNode json(String text) {
        try {
            return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static VolumeView view(Target target, Link... links) {
        return new VolumeView(target, List.of(links), Set.of());
    }

    static VolumePlan decide(VolumeView view) {
        return VolumeDecision.of(view, OPTIONS, NOW);
    }

    static Pod pod(String key, Instant created) {
        String[] parts = key.split("/", -1);
        return Pod.read(json("{'metadata': {'namespace': '%s', 'name': '%s', 'uid': '%s', 'creationTimestamp': '%s'}}"
                .formatted(parts[0], parts[1], key, created)));
    }

    static Node node(String name, String spec, String status) {
        return Node.read(json(("{'metadata': {'name': '%s', 'annotations':"
                        + "{'volumes.kubernetes.io/controller-managed-attach-detach': 'true'}},"
                        + "'spec': {%s}, 'status': {%s}}")
                .formatted(name, spec, status)));
    }

    /// @param rest more fields, after a comma
    static VolumeAttachment attachment(String node, String status, String rest) {
        return VolumeAttachment.read(json(("{'metadata': {'name': '%s', 'uid': 'u-%s', 'creationTimestamp':"
                        + "'2026-11-15T11:59:00Z' %s}, 'spec': {'attacher': 'd', 'nodeName': '%s', 'source':"
                        + "{'persistentVolumeName': 'pv'}}, 'status': {%s}}")
                .formatted(VOLUME.attachmentName(node), node, rest, node, status)));
    }

    /// A link, a fact at a time.
    static Building on(String node) {
        return new Building(node);
    }

    static final class Building {
        private final String node;
        private final List<Pod> pods = new ArrayList<>();
        private String status = "'attached': false";
        private String rest = "";
        private boolean held;
        private boolean inUse;
        private boolean reported;
        private Site site;
        private Handover handover = Handover.NONE;
        private @Nullable Instant unwantedSince;
        private Memory told = Memory.NOTHING;

        private Building(String node) {
            this.node = node;
            this.site = new Site(node, true, true, true, null, false);
        }

        Building wantedBy(String... keys) {
            for (String key : keys) {
                pods.add(pod(key, NOW.minusSeconds(60)));
            }
            return this;
        }

        Building wantedBy(String key, Instant created) {
            pods.add(pod(key, created));
            return this;
        }

        Building attaching() {
            held = true;
            return this;
        }

        Building attached() {
            held = true;
            status = "'attached': true";
            reported = true;
            return this;
        }

        Building failing(String message) {
            held = true;
            status = "'attached': false, 'attachError': {'message': '%s', 'time': '2026-11-15T11:59:30Z'}"
                    .formatted(message);
            return this;
        }

        Building leaving() {
            held = true;
            rest = ", 'deletionTimestamp': '2026-11-15T11:59:59Z'";
            reported = false;
            return this;
        }

        Building stuck(String message) {
            leaving();
            status = "'attached': true, 'detachError': {'message': '%s'}".formatted(message);
            return this;
        }

        Building inUse() {
            inUse = true;
            return this;
        }

        Building unreported() {
            reported = false;
            return this;
        }

        Building unready(@Nullable Instant since) {
            site = new Site(node, true, true, false, since, site.outOfService());
            return this;
        }

        Building outOfService() {
            site = new Site(node, true, true, site.ready(), site.unreadySince(), true);
            return this;
        }

        Building gone() {
            site = Site.gone(node);
            return this;
        }

        Building unmanaged() {
            site = new Site(node, true, false, true, null, false);
            return this;
        }

        Building unwantedSince(Instant since) {
            unwantedSince = since;
            return this;
        }

        Building handover(Handover now) {
            handover = now;
            return this;
        }

        Building remembering(Memory memory) {
            told = memory;
            return this;
        }

        Link link() {
            VolumeAttachment attachment = held ? attachment(node, status, rest) : null;
            String uid = attachment == null ? "" : attachment.meta().uid();
            Memory memory = new Memory(uid, handover, unwantedSince, told.toldBlocked(), told.told(), told.toldAt());
            return new Link(site, List.copyOf(pods), attachment, inUse, reported, memory);
        }
    }

    static Memory memory(VolumePlan plan, String node) {
        return requireNonNull(plan.memories().get(node));
    }
}
