package dev.stowage.cli.csi;

import static dev.stowage.cli.csi.FieldInput.field;
import static dev.stowage.cli.csi.Kind.COUNT;
import static dev.stowage.cli.csi.Kind.PAIRS;
import static dev.stowage.cli.csi.Kind.SIZE;
import static dev.stowage.cli.csi.Kind.SWITCH;
import static dev.stowage.cli.csi.Kind.TEXT;
import static dev.stowage.cli.csi.Kind.TOPOLOGIES;
import static dev.stowage.cli.csi.Kind.WORDS;
import static dev.stowage.cli.csi.Service.CONTROLLER;
import static dev.stowage.cli.csi.Service.GROUP_CONTROLLER;
import static dev.stowage.cli.csi.Service.IDENTITY;
import static dev.stowage.cli.csi.Service.NODE;
import static dev.stowage.cli.csi.Service.REGISTRATION;
import static dev.stowage.cli.csi.Service.SNAPSHOT_METADATA;

import dev.stowage.flags.SpellingSuggestion;
import dev.stowage.flags.UsageException;
import java.util.List;
import java.util.stream.Stream;

/// Every RPC there is.
final class Verbs {

    private static final FieldInput VOLUME = field("volume_id", TEXT, "The volume's id.");
    private static final FieldInput SNAPSHOT = field("snapshot_id", TEXT, "The snapshot's id.");
    private static final FieldInput GROUP = field("group_snapshot_id", TEXT, "The group snapshot's id.");
    private static final FieldInput MEMBERS = field("snapshot_ids", WORDS, "The ids of all snapshots of the group.");
    private static final FieldInput NAME =
            field("name", TEXT, "A name of your choice; repeating the call with it makes no second one.");
    private static final FieldInput NODE_ID = field("node_id", TEXT, "The node's id, as node-info tells it.");
    private static final FieldInput STAGING = field(
                    "staging_target_path", TEXT, "Where the volume is staged on the node.")
            .named("staging-path");
    private static final FieldInput TARGET = field("target_path", TEXT, "Where the volume is to appear.");
    private static final FieldInput VOLUME_PATH =
            field("volume_path", TEXT, "Where the volume is published or staged.");
    private static final FieldInput SIZE_WANTED = field(
                    "capacity_range.required_bytes", SIZE, "The least capacity, for example 10Gi.")
            .named("size");
    private static final FieldInput LIMIT =
            field("capacity_range.limit_bytes", SIZE, "The most capacity.").named("limit");
    private static final FieldInput PARAMETERS = field("parameters", PAIRS, "Parameters that the driver understands.");
    private static final FieldInput MUTABLE =
            field("mutable_parameters", PAIRS, "Parameters that modify can change later.");
    private static final FieldInput VOLUME_CONTEXT = field("volume_context", PAIRS, "What create told of the volume.");
    private static final FieldInput PUBLISH_CONTEXT = field("publish_context", PAIRS, "What attach told.");
    private static final FieldInput READONLY = field("readonly", SWITCH, "For reading only.");
    private static final FieldInput REQUISITE =
            field("accessibility_requirements.requisite", TOPOLOGIES, "Places of which one at least must reach it.");
    private static final FieldInput PREFERRED =
            field("accessibility_requirements.preferred", TOPOLOGIES, "Places that are better, the best first.");
    private static final FieldInput PAGE = field(
                    "max_entries", COUNT, "How many entries a page may have; 0 leaves it to the driver.")
            .named("page");
    private static final FieldInput OFFSET = field("starting_offset", SIZE, "The byte of the volume to begin with.")
            .named("offset");
    private static final FieldInput RESULTS =
            field("max_results", COUNT, "How many blocks one message may carry; 0 leaves it to the driver.");
    private static final SecretsInput SECRETS = new SecretsInput();
    private static final CapabilityInput USE = new CapabilityInput("volume_capability", true);
    private static final CapabilityInput USES = new CapabilityInput("volume_capabilities", true);

    /// What tells a verb whose answer comes in pages.
    static final FieldInput TOKEN = field("starting_token", TEXT, "Where the page before this one ended.")
            .named("token");

    static final List<Verb> ALL = Stream.of(identity(), controller(), group(), metadata(), node(), registration())
            .flatMap(List::stream)
            .toList();

    private Verbs() {}

    static Verb called(String word) {
        return ALL.stream().filter(verb -> verb.isCalled(word)).findFirst().orElseThrow(() -> {
            List<String> known = ALL.stream()
                    .flatMap(verb -> Stream.of(verb.name(), verb.rpc()))
                    .toList();
            return new UsageException("unknown verb " + word
                    + SpellingSuggestion.nearest(word, known)
                            .map(near -> "; did you mean " + near + "?")
                            .orElse("")
                    + " (stowage csi --help lists them)");
        });
    }

    private static List<Verb> identity() {
        return List.of(
                new Verb(IDENTITY, "info", "GetPluginInfo", "Tell the driver's name and version."),
                new Verb(IDENTITY, "capabilities", "GetPluginCapabilities", "List the services the driver offers."),
                new Verb(IDENTITY, "probe", "Probe", "Ask whether the driver is ready; status 1 when not."));
    }

    private static List<Verb> controller() {
        return List.of(
                new Verb(CONTROLLER, "create", "CreateVolume", "Create a volume, empty, from a snapshot or as a clone.")
                        .takes(NAME)
                        .with(
                                SIZE_WANTED,
                                LIMIT,
                                USES,
                                field("volume_content_source.snapshot.snapshot_id", TEXT, "Fill it from this snapshot.")
                                        .named("from-snapshot"),
                                field("volume_content_source.volume.volume_id", TEXT, "Make it a clone of this volume.")
                                        .named("from-volume"),
                                PARAMETERS,
                                MUTABLE,
                                REQUISITE,
                                PREFERRED,
                                SECRETS)
                        .example("stowage csi create db --size 10Gi --fs-type ext4 --parameters tier=fast"),
                new Verb(CONTROLLER, "delete", "DeleteVolume", "Delete a volume and its data.")
                        .takes(VOLUME)
                        .with(SECRETS),
                new Verb(CONTROLLER, "attach", "ControllerPublishVolume", "Make a volume reachable from a node.")
                        .takes(VOLUME, NODE_ID)
                        .with(USE, READONLY, VOLUME_CONTEXT, SECRETS),
                new Verb(CONTROLLER, "detach", "ControllerUnpublishVolume", "Undo attach.")
                        .takes(VOLUME)
                        .with(NODE_ID.help("The node's id; every node when absent."), SECRETS),
                new Verb(
                                CONTROLLER,
                                "validate",
                                "ValidateVolumeCapabilities",
                                "Ask whether a volume supports a use; status 1 when not.")
                        .takes(VOLUME)
                        .with(USES, VOLUME_CONTEXT, PARAMETERS, MUTABLE, SECRETS),
                new Verb(CONTROLLER, "list", "ListVolumes", "List the volumes.").with(PAGE, TOKEN),
                new Verb(CONTROLLER, "get", "ControllerGetVolume", "Show one volume.").takes(VOLUME),
                new Verb(CONTROLLER, "capacity", "GetCapacity", "Tell how much space is left for new volumes.")
                        .with(
                                new CapabilityInput("volume_capabilities", false),
                                PARAMETERS,
                                field("accessible_topology.segments", PAIRS, "The place that is meant.")
                                        .named("topology")),
                new Verb(
                        CONTROLLER,
                        "controller-capabilities",
                        "ControllerGetCapabilities",
                        "List what the controller can do."),
                new Verb(CONTROLLER, "snapshot", "CreateSnapshot", "Take a snapshot of a volume.")
                        .takes(
                                field("source_volume_id", TEXT, "The volume's id.")
                                        .named("volume-id"),
                                NAME)
                        .with(PARAMETERS, REQUISITE, PREFERRED, SECRETS)
                        .example("stowage csi snapshot vol-1 before-upgrade"),
                new Verb(CONTROLLER, "delete-snapshot", "DeleteSnapshot", "Delete a snapshot.")
                        .takes(SNAPSHOT)
                        .with(SECRETS),
                new Verb(CONTROLLER, "list-snapshots", "ListSnapshots", "List the snapshots.")
                        .with(
                                field("source_volume_id", TEXT, "Only those of this volume.")
                                        .named("volume-id"),
                                SNAPSHOT.help("Only this one."),
                                PAGE,
                                TOKEN,
                                SECRETS),
                new Verb(CONTROLLER, "get-snapshot", "GetSnapshot", "Show one snapshot.")
                        .takes(SNAPSHOT)
                        .with(SECRETS),
                new Verb(CONTROLLER, "expand", "ControllerExpandVolume", "Make a volume larger.")
                        .takes(VOLUME, SIZE_WANTED)
                        .with(LIMIT, new CapabilityInput("volume_capability", false), SECRETS)
                        .example("stowage csi expand vol-1 20Gi"),
                new Verb(CONTROLLER, "modify", "ControllerModifyVolume", "Change a volume's mutable parameters.")
                        .takes(VOLUME)
                        .with(MUTABLE, SECRETS),
                new Verb(CONTROLLER, "health", "ControllerGetVolumeHealth", "Tell a volume's health.")
                        .takes(VOLUME)
                        .with(SECRETS),
                new Verb(CONTROLLER, "list-health", "ControllerListVolumeHealth", "List the volumes that are not well.")
                        .with(PAGE, TOKEN, SECRETS));
    }

    private static List<Verb> group() {
        return List.of(
                new Verb(
                        GROUP_CONTROLLER,
                        "group-capabilities",
                        "GroupControllerGetCapabilities",
                        "List what can be done with groups."),
                new Verb(
                                GROUP_CONTROLLER,
                                "snapshot-group",
                                "CreateVolumeGroupSnapshot",
                                "Take a snapshot of several volumes at one moment.")
                        .takes(
                                NAME,
                                field("source_volume_ids", WORDS, "The volumes' ids, by commas.")
                                        .named("volume-ids"))
                        .with(PARAMETERS, SECRETS)
                        .example("stowage csi snapshot-group nightly vol-1,vol-2"),
                new Verb(
                                GROUP_CONTROLLER,
                                "delete-snapshot-group",
                                "DeleteVolumeGroupSnapshot",
                                "Delete a group snapshot.")
                        .takes(GROUP)
                        .with(MEMBERS, SECRETS),
                new Verb(GROUP_CONTROLLER, "get-snapshot-group", "GetVolumeGroupSnapshot", "Show one group snapshot.")
                        .takes(GROUP)
                        .with(MEMBERS, SECRETS));
    }

    private static List<Verb> metadata() {
        return List.of(
                new Verb(
                                SNAPSHOT_METADATA,
                                "allocated",
                                "GetMetadataAllocated",
                                "List the blocks that a snapshot holds.")
                        .takes(SNAPSHOT)
                        .with(OFFSET, RESULTS, SECRETS),
                new Verb(
                                SNAPSHOT_METADATA,
                                "delta",
                                "GetMetadataDelta",
                                "List the blocks that differ between two snapshots.")
                        .takes(
                                field("base_snapshot_id", TEXT, "The older snapshot's id.")
                                        .named("base-id"),
                                field("target_snapshot_id", TEXT, "The newer snapshot's id.")
                                        .named("target-id"))
                        .with(OFFSET, RESULTS, SECRETS)
                        .example("stowage csi delta snap-1 snap-2 --output json"));
    }

    private static List<Verb> node() {
        return List.of(
                new Verb(NODE, "node-info", "NodeGetInfo", "Tell the node's id, place and limit."),
                new Verb(NODE, "node-capabilities", "NodeGetCapabilities", "List what the node service can do."),
                new Verb(NODE, "stage", "NodeStageVolume", "Prepare a volume on this node, once for all its users.")
                        .takes(VOLUME, STAGING)
                        .with(USE, PUBLISH_CONTEXT, VOLUME_CONTEXT, SECRETS)
                        .example("stowage csi stage vol-1 /var/lib/staging/vol-1 --fs-type ext4"),
                new Verb(NODE, "unstage", "NodeUnstageVolume", "Undo stage.").takes(VOLUME, STAGING),
                new Verb(NODE, "publish", "NodePublishVolume", "Mount a volume where its user wants it.")
                        .takes(VOLUME, TARGET)
                        .with(STAGING, USE, READONLY, PUBLISH_CONTEXT, VOLUME_CONTEXT, SECRETS)
                        .example("stowage csi publish vol-1 /mnt/db --staging-path /var/lib/staging/vol-1"),
                new Verb(NODE, "unpublish", "NodeUnpublishVolume", "Undo publish.").takes(VOLUME, TARGET),
                new Verb(NODE, "stats", "NodeGetVolumeStats", "Tell how full a published volume is.")
                        .takes(VOLUME, VOLUME_PATH)
                        .with(STAGING),
                new Verb(NODE, "node-expand", "NodeExpandVolume", "Let a published volume use its new size.")
                        .takes(VOLUME, VOLUME_PATH)
                        .with(SIZE_WANTED, LIMIT, STAGING, new CapabilityInput("volume_capability", false), SECRETS),
                new Verb(NODE, "node-health", "NodeGetVolumeHealth", "Tell a published volume's health.")
                        .takes(VOLUME)
                        .with(
                                field("volume_publish_path", TEXT, "Where the volume is published.")
                                        .named("volume-path"),
                                STAGING),
                new Verb(
                                NODE,
                                "storage-health",
                                "NodeGetStorageHealth",
                                "Tell the health of the storage behind this node.")
                        .with(SECRETS));
    }

    private static List<Verb> registration() {
        return List.of(
                new Verb(REGISTRATION, "registration", "GetInfo", "Tell what the plug-in registers as, and where."),
                new Verb(
                                REGISTRATION,
                                "notify-registration",
                                "NotifyRegistrationStatus",
                                "Tell the plug-in that it is registered, or why not.")
                        .with(
                                field("plugin_registered", SWITCH, "It is.").named("registered"),
                                field("error", TEXT, "Why it is not.")));
    }
}
