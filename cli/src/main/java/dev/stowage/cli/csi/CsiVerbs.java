package dev.stowage.cli.csi;

import static dev.stowage.cli.csi.CsiService.CONTROLLER;
import static dev.stowage.cli.csi.CsiService.GROUP_CONTROLLER;
import static dev.stowage.cli.csi.CsiService.IDENTITY;
import static dev.stowage.cli.csi.CsiService.NODE;
import static dev.stowage.cli.csi.CsiService.REGISTRATION;
import static dev.stowage.cli.csi.CsiService.SNAPSHOT_METADATA;
import static dev.stowage.cli.csi.FieldFlag.field;
import static dev.stowage.cli.csi.FlagType.COUNT;
import static dev.stowage.cli.csi.FlagType.PAIRS;
import static dev.stowage.cli.csi.FlagType.SIZE;
import static dev.stowage.cli.csi.FlagType.SWITCH;
import static dev.stowage.cli.csi.FlagType.TEXT;
import static dev.stowage.cli.csi.FlagType.TOPOLOGIES;
import static dev.stowage.cli.csi.FlagType.WORDS;

import dev.stowage.flags.SpellingSuggestion;
import dev.stowage.flags.UsageException;
import java.util.List;
import java.util.stream.Stream;

/// Every RPC there is.
final class CsiVerbs {

    private static final FieldFlag VOLUME = field("volume_id", TEXT, "The volume's id.");
    private static final FieldFlag SNAPSHOT = field("snapshot_id", TEXT, "The snapshot's id.");
    private static final FieldFlag GROUP = field("group_snapshot_id", TEXT, "The group snapshot's id.");
    private static final FieldFlag MEMBERS = field("snapshot_ids", WORDS, "The ids of all snapshots of the group.");
    private static final FieldFlag NAME = field(
            "name", TEXT, "A name of your choice; repeating the call with the same name creates no second object.");
    private static final FieldFlag NODE_ID = field("node_id", TEXT, "The node's id, as node-info shows it.");
    private static final FieldFlag STAGING = field(
                    "staging_target_path", TEXT, "Where the volume is staged on the node.")
            .named("staging-path");
    private static final FieldFlag TARGET = field("target_path", TEXT, "Where to mount the volume.");
    private static final FieldFlag VOLUME_PATH = field("volume_path", TEXT, "Where the volume is published or staged.");
    private static final FieldFlag SIZE_WANTED = field(
                    "capacity_range.required_bytes", SIZE, "Minimum capacity, for example 10Gi.")
            .named("size");
    private static final FieldFlag LIMIT =
            field("capacity_range.limit_bytes", SIZE, "Maximum capacity.").named("limit");
    private static final FieldFlag PARAMETERS = field("parameters", PAIRS, "Parameters for the driver.");
    private static final FieldFlag MUTABLE = field("mutable_parameters", PAIRS, "Parameters that modify can change.");
    private static final FieldFlag VOLUME_CONTEXT = field("volume_context", PAIRS, "Volume context from create.");
    private static final FieldFlag PUBLISH_CONTEXT = field("publish_context", PAIRS, "Publish context from attach.");
    private static final FieldFlag READONLY = field("readonly", SWITCH, "Mount or attach read-only.");
    private static final FieldFlag REQUISITE = field(
            "accessibility_requirements.requisite",
            TOPOLOGIES,
            "Topologies of which at least one must be able to access it.");
    private static final FieldFlag PREFERRED =
            field("accessibility_requirements.preferred", TOPOLOGIES, "Preferred topologies, the best first.");
    private static final FieldFlag PAGE = field(
                    "max_entries", COUNT, "Maximum number of entries per page; 0 for the driver's default.")
            .named("page");
    private static final FieldFlag OFFSET = field("starting_offset", SIZE, "Byte offset in the volume to start at.")
            .named("offset");
    private static final FieldFlag RESULTS =
            field("max_results", COUNT, "Maximum number of blocks per message; 0 for the driver's default.");
    private static final SecretsFlag SECRETS = new SecretsFlag();
    private static final VolumeCapabilityFlags USE = new VolumeCapabilityFlags("volume_capability", true);
    private static final VolumeCapabilityFlags USES = new VolumeCapabilityFlags("volume_capabilities", true);

    /// The flags that mark a verb with a paged response.
    static final FieldFlag TOKEN = field("starting_token", TEXT, "The next_token of the previous page.")
            .named("token");

    static final List<CsiVerb> ALL = Stream.of(identity(), controller(), group(), metadata(), node(), registration())
            .flatMap(List::stream)
            .toList();

    private CsiVerbs() {}

    static CsiVerb byName(String word) {
        return ALL.stream()
                .filter(csiVerb -> csiVerb.isCalled(word))
                .findFirst()
                .orElseThrow(() -> {
                    List<String> known = ALL.stream()
                            .flatMap(csiVerb -> Stream.of(csiVerb.name(), csiVerb.rpc()))
                            .toList();
                    return new UsageException("unknown verb " + word
                            + SpellingSuggestion.nearest(word, known)
                                    .map(near -> "; did you mean " + near + "?")
                                    .orElse("")
                            + " (stowage csi --help lists them)");
                });
    }

    private static List<CsiVerb> identity() {
        return List.of(
                new CsiVerb(IDENTITY, "info", "GetPluginInfo", "Show the driver's name and version."),
                new CsiVerb(IDENTITY, "capabilities", "GetPluginCapabilities", "List the services of the driver."),
                new CsiVerb(IDENTITY, "probe", "Probe", "Check whether the driver is ready; exit status 1 if not."));
    }

    private static List<CsiVerb> controller() {
        return List.of(
                new CsiVerb(
                                CONTROLLER,
                                "create",
                                "CreateVolume",
                                "Create a volume: empty, from a snapshot or as a clone.")
                        .takes(NAME)
                        .with(
                                SIZE_WANTED,
                                LIMIT,
                                USES,
                                field("volume_content_source.snapshot.snapshot_id", TEXT, "Restore this snapshot.")
                                        .named("from-snapshot"),
                                field("volume_content_source.volume.volume_id", TEXT, "Clone this volume.")
                                        .named("from-volume"),
                                PARAMETERS,
                                MUTABLE,
                                REQUISITE,
                                PREFERRED,
                                SECRETS)
                        .example("stowage csi create db --size 10Gi --fs-type ext4 --parameters tier=fast"),
                new CsiVerb(CONTROLLER, "delete", "DeleteVolume", "Delete a volume and its data.")
                        .takes(VOLUME)
                        .with(SECRETS),
                new CsiVerb(CONTROLLER, "attach", "ControllerPublishVolume", "Attach a volume to a node.")
                        .takes(VOLUME, NODE_ID)
                        .with(USE, READONLY, VOLUME_CONTEXT, SECRETS),
                new CsiVerb(CONTROLLER, "detach", "ControllerUnpublishVolume", "Detach a volume from a node.")
                        .takes(VOLUME)
                        .with(NODE_ID.help("The node's id; by default all nodes."), SECRETS),
                new CsiVerb(
                                CONTROLLER,
                                "validate",
                                "ValidateVolumeCapabilities",
                                "Validate volume capabilities; exit status 1 if unsupported.")
                        .takes(VOLUME)
                        .with(USES, VOLUME_CONTEXT, PARAMETERS, MUTABLE, SECRETS),
                new CsiVerb(CONTROLLER, "list", "ListVolumes", "List the volumes.").with(PAGE, TOKEN),
                new CsiVerb(CONTROLLER, "get", "ControllerGetVolume", "Show one volume.").takes(VOLUME),
                new CsiVerb(CONTROLLER, "capacity", "GetCapacity", "Show the space that is available for new volumes.")
                        .with(
                                new VolumeCapabilityFlags("volume_capabilities", false),
                                PARAMETERS,
                                field("accessible_topology.segments", PAIRS, "The topology to check.")
                                        .named("topology")),
                new CsiVerb(
                        CONTROLLER,
                        "controller-capabilities",
                        "ControllerGetCapabilities",
                        "List the capabilities of the controller service."),
                new CsiVerb(CONTROLLER, "snapshot", "CreateSnapshot", "Take a snapshot of a volume.")
                        .takes(
                                field("source_volume_id", TEXT, "The volume's id.")
                                        .named("volume-id"),
                                NAME)
                        .with(PARAMETERS, REQUISITE, PREFERRED, SECRETS)
                        .example("stowage csi snapshot vol-1 before-upgrade"),
                new CsiVerb(CONTROLLER, "delete-snapshot", "DeleteSnapshot", "Delete a snapshot.")
                        .takes(SNAPSHOT)
                        .with(SECRETS),
                new CsiVerb(CONTROLLER, "list-snapshots", "ListSnapshots", "List the snapshots.")
                        .with(
                                field("source_volume_id", TEXT, "Only snapshots of this volume.")
                                        .named("volume-id"),
                                SNAPSHOT.help("Only this snapshot."),
                                PAGE,
                                TOKEN,
                                SECRETS),
                new CsiVerb(CONTROLLER, "get-snapshot", "GetSnapshot", "Show one snapshot.")
                        .takes(SNAPSHOT)
                        .with(SECRETS),
                new CsiVerb(CONTROLLER, "expand", "ControllerExpandVolume", "Expand a volume.")
                        .takes(VOLUME, SIZE_WANTED)
                        .with(LIMIT, new VolumeCapabilityFlags("volume_capability", false), SECRETS)
                        .example("stowage csi expand vol-1 20Gi"),
                new CsiVerb(CONTROLLER, "modify", "ControllerModifyVolume", "Change a volume's mutable parameters.")
                        .takes(VOLUME)
                        .with(MUTABLE, SECRETS),
                new CsiVerb(CONTROLLER, "health", "ControllerGetVolumeHealth", "Show the health of a volume.")
                        .takes(VOLUME)
                        .with(SECRETS),
                new CsiVerb(CONTROLLER, "list-health", "ControllerListVolumeHealth", "List the unhealthy volumes.")
                        .with(PAGE, TOKEN, SECRETS));
    }

    private static List<CsiVerb> group() {
        return List.of(
                new CsiVerb(
                        GROUP_CONTROLLER,
                        "group-capabilities",
                        "GroupControllerGetCapabilities",
                        "List the capabilities of the group controller service."),
                new CsiVerb(
                                GROUP_CONTROLLER,
                                "snapshot-group",
                                "CreateVolumeGroupSnapshot",
                                "Take a consistent snapshot of several volumes.")
                        .takes(
                                NAME,
                                field("source_volume_ids", WORDS, "The ids of the volumes, comma-separated.")
                                        .named("volume-ids"))
                        .with(PARAMETERS, SECRETS)
                        .example("stowage csi snapshot-group nightly vol-1,vol-2"),
                new CsiVerb(
                                GROUP_CONTROLLER,
                                "delete-snapshot-group",
                                "DeleteVolumeGroupSnapshot",
                                "Delete a group snapshot.")
                        .takes(GROUP)
                        .with(MEMBERS, SECRETS),
                new CsiVerb(
                                GROUP_CONTROLLER,
                                "get-snapshot-group",
                                "GetVolumeGroupSnapshot",
                                "Show one group snapshot.")
                        .takes(GROUP)
                        .with(MEMBERS, SECRETS));
    }

    private static List<CsiVerb> metadata() {
        return List.of(
                new CsiVerb(
                                SNAPSHOT_METADATA,
                                "allocated",
                                "GetMetadataAllocated",
                                "List the allocated blocks of a snapshot.")
                        .takes(SNAPSHOT)
                        .with(OFFSET, RESULTS, SECRETS),
                new CsiVerb(
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

    private static List<CsiVerb> node() {
        return List.of(
                new CsiVerb(NODE, "node-info", "NodeGetInfo", "Show the node's id, topology and volume limit."),
                new CsiVerb(
                        NODE, "node-capabilities", "NodeGetCapabilities", "List the capabilities of the node service."),
                new CsiVerb(NODE, "stage", "NodeStageVolume", "Stage a volume on this node, once for all its users.")
                        .takes(VOLUME, STAGING)
                        .with(USE, PUBLISH_CONTEXT, VOLUME_CONTEXT, SECRETS)
                        .example("stowage csi stage vol-1 /var/lib/staging/vol-1 --fs-type ext4"),
                new CsiVerb(NODE, "unstage", "NodeUnstageVolume", "Unstage a volume.").takes(VOLUME, STAGING),
                new CsiVerb(NODE, "publish", "NodePublishVolume", "Mount a staged volume at a target path.")
                        .takes(VOLUME, TARGET)
                        .with(STAGING, USE, READONLY, PUBLISH_CONTEXT, VOLUME_CONTEXT, SECRETS)
                        .example("stowage csi publish vol-1 /mnt/db --staging-path /var/lib/staging/vol-1"),
                new CsiVerb(NODE, "unpublish", "NodeUnpublishVolume", "Unmount a volume from a target path.")
                        .takes(VOLUME, TARGET),
                new CsiVerb(NODE, "stats", "NodeGetVolumeStats", "Show the usage of a published volume.")
                        .takes(VOLUME, VOLUME_PATH)
                        .with(STAGING),
                new CsiVerb(NODE, "node-expand", "NodeExpandVolume", "Expand the file system of a published volume.")
                        .takes(VOLUME, VOLUME_PATH)
                        .with(
                                SIZE_WANTED,
                                LIMIT,
                                STAGING,
                                new VolumeCapabilityFlags("volume_capability", false),
                                SECRETS),
                new CsiVerb(NODE, "node-health", "NodeGetVolumeHealth", "Show the health of a published volume.")
                        .takes(VOLUME)
                        .with(
                                field("volume_publish_path", TEXT, "Where the volume is published.")
                                        .named("volume-path"),
                                STAGING),
                new CsiVerb(
                                NODE,
                                "storage-health",
                                "NodeGetStorageHealth",
                                "Show the health of the storage of this node.")
                        .with(SECRETS));
    }

    private static List<CsiVerb> registration() {
        return List.of(
                new CsiVerb(
                        REGISTRATION,
                        "registration",
                        "GetInfo",
                        "Show the name, type and endpoint that the plugin registers."),
                new CsiVerb(
                                REGISTRATION,
                                "notify-registration",
                                "NotifyRegistrationStatus",
                                "Report the result of the registration to the plugin.")
                        .with(
                                field("plugin_registered", SWITCH, "The registration succeeded.")
                                        .named("registered"),
                                field("error", TEXT, "Why the registration failed.")));
    }
}
