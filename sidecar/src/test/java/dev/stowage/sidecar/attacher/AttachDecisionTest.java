package dev.stowage.sidecar.attacher;

import static dev.stowage.sidecar.attacher.AttachmentObjects.ABILITIES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.sidecar.attacher.AttachDecision.Attach;
import dev.stowage.sidecar.attacher.AttachDecision.AttachState;
import dev.stowage.sidecar.attacher.AttachDecision.Detach;
import dev.stowage.sidecar.attacher.AttachDecision.Nothing;
import dev.stowage.sidecar.attacher.AttachDecision.Refuse;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AttachDecisionTest {
    private static final String DELETED = "'deletionTimestamp': '2026-01-01T00:00:00Z',";
    private static final String MARKED = "'finalizers': ['FINALIZER'],";
    private static final String REMEMBERS = "'annotations': {'csi.alpha.kubernetes.io/node-id': 'old-id'},";
    private static final String NAMED = "'persistentVolumeName': 'pv'";
    private static final String INLINE =
            "'inlineVolumeSpec': {'accessModes': ['ReadWriteOnce'], 'csi': {'driver': 'DRIVER', 'volumeHandle': 'in'}}";

    private static VolumeAttachment attachment(String meta, String source, boolean attached) {
        return AttachmentObjects.attachment(
                "{'metadata': {" + meta + "'name': 'va', 'uid': 'u'}, 'spec': {'attacher': 'DRIVER',"
                        + "'nodeName': 'n1', 'source': {" + source + "}}, 'status': {'attached': " + attached + "}}");
    }

    private static Optional<PersistentVolume> volume(String meta, String spec) {
        return Optional.of(AttachmentObjects.volume("{'metadata': {" + meta + "'name': 'pv'}, 'spec': {" + spec
                + "'accessModes': ['ReadWriteOnce'],"
                + "'csi': {'driver': 'DRIVER', 'volumeHandle': 'vol-1', 'volumeAttributes': {'a': 'b'}}}}"));
    }

    private static final Optional<PersistentVolume> PROTECTED = volume(MARKED, "");

    private static Optional<CsiNode> node(String driver) {
        return Optional.of(AttachmentObjects.node(
                "{'metadata': {'name': 'n1'}, 'spec': {'drivers': [{'name': '" + driver + "', 'nodeID': 'id-1'}]}}"));
    }

    private static final Optional<CsiNode> NODE = node("DRIVER");

    private static AttachDecision decide(
            VolumeAttachment attachment, Optional<PersistentVolume> volume, Optional<CsiNode> node) {
        return AttachDecision.decide(new AttachState(attachment, volume, node, false), ABILITIES);
    }

    @Test
    void aNewAttachmentIsAttachedWithWhatTheVolumeSays() {
        var decision = (Attach) decide(attachment("", NAMED, false), PROTECTED, NODE);

        assertThat(decision.nodeId()).isEqualTo("id-1");
        assertThat(decision.attachmentVolume().csi().handle()).isEqualTo("vol-1");
        assertThat(decision.attachmentVolume().csi().attributes()).containsEntry("a", "b");
        assertThat(decision.attachmentVolume().migrated()).isFalse();
        assertThat(decision.readOnly()).isFalse();
        assertThat(decision.use().hasMount()).isTrue();
        assertThat(decision.protect()).isEmpty();
    }

    @Test
    void aVolumeWithoutTheFinalizerIsProtectedFirst() {
        var decision = (Attach) decide(attachment("", NAMED, false), volume("'finalizers': ['other'],", ""), NODE);

        assertThat(decision.protect()).isPresent();
    }

    @Test
    void aVolumeThatIsWrittenInlineNeedsNoProtection() {
        var decision = (Attach) decide(attachment("", INLINE, false), Optional.empty(), NODE);

        assertThat(decision.attachmentVolume().csi().handle()).isEqualTo("in");
        assertThat(decision.attachmentVolume().migrated()).isTrue();
        assertThat(decision.protect()).isEmpty();
    }

    @Test
    void rawBlocksAreAttachedAsBlocks() {
        var decision = (Attach) decide(attachment("", NAMED, false), volume(MARKED, "'volumeMode': 'Block',"), NODE);

        assertThat(decision.use().hasBlock()).isTrue();
    }

    @Test
    void theDefaultFileSystemIsForVolumesThatNameNone() {
        var capabilities = new AttachCapabilities(ABILITIES.driver(), true, false, "ext4");
        var attachState = new AttachState(attachment("", NAMED, false), PROTECTED, NODE, false);

        var decision = (Attach) AttachDecision.decide(attachState, capabilities);

        assertThat(decision.use().getMount().getFsType()).isEqualTo("ext4");
    }

    @Test
    void readOnlyIsRequestedOnlyFromDriversThatSupportIt() {
        String source = INLINE.replace("'volumeHandle'", "'readOnly': true, 'volumeHandle'");
        var attachState = new AttachState(attachment("", source, false), Optional.empty(), NODE, false);

        assertThat(((Attach) AttachDecision.decide(attachState, ABILITIES)).readOnly())
                .isTrue();
        var unable = new AttachCapabilities(ABILITIES.driver(), false, false, "");
        assertThat(((Attach) AttachDecision.decide(attachState, unable)).readOnly())
                .isFalse();
    }

    @Test
    void theDriversIdOfTheNodeIsTakenFromTheNodeEvenWhenAnotherIsRemembered() {
        String meta = DELETED + MARKED + REMEMBERS;

        assertThat(((Detach) decide(attachment(meta, NAMED, true), PROTECTED, NODE)).nodeId())
                .isEqualTo("id-1");
        assertThat(((Detach) decide(attachment(meta, NAMED, true), PROTECTED, Optional.empty())).nodeId())
                .isEqualTo("old-id");
        assertThat(((Detach) decide(attachment(meta, NAMED, true), PROTECTED, node("other"))).nodeId())
                .isEqualTo("old-id");
    }

    @Test
    void whatTheDriverContradictsIsAttachedAndDetachedAgain() {
        var attached = new AttachState(attachment(MARKED, NAMED, true), PROTECTED, NODE, true);
        var detached = new AttachState(attachment(DELETED, NAMED, false), PROTECTED, NODE, true);

        assertThat(AttachDecision.decide(attached, ABILITIES)).isInstanceOf(Attach.class);
        assertThat(AttachDecision.decide(detached, ABILITIES)).isInstanceOf(Detach.class);
    }

    static Stream<Arguments> nothing() {
        return Stream.of(
                arguments("attached", attachment(MARKED, NAMED, true)),
                arguments("attached, of an unknown volume", attachment("", "'persistentVolumeName': 'x'", true)),
                arguments("deleted and never marked", attachment(DELETED, NAMED, false)),
                arguments(
                        "deleted, not marked, another finalizer",
                        attachment(DELETED + "'finalizers': ['other'],", NAMED, true)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void nothing(String what, VolumeAttachment attachment) {
        assertThat(decide(attachment, Optional.empty(), Optional.empty())).isEqualTo(new Nothing());
    }

    static Stream<Arguments> refusals() {
        VolumeAttachment fresh = attachment("", NAMED, false);
        VolumeAttachment going = attachment(DELETED + MARKED, NAMED, true);
        Optional<PersistentVolume> bare = volume("", "");
        Optional<PersistentVolume> none = Optional.empty();
        Optional<CsiNode> nobody = Optional.empty();
        Optional<PersistentVolume> nfs = Optional.of(AttachmentObjects.volume(
                "{'metadata': {'name': 'pv'}, 'spec': {'accessModes': ['ReadWriteOnce'], 'nfs': {'path': '/'}}}"));
        Optional<PersistentVolume> both = volume("", "")
                .map(v -> AttachmentObjects.volume("{'metadata': {'name': 'pv'}, 'spec': {"
                        + "'accessModes': ['ReadWriteOnce', 'ReadOnlyMany'], 'csi': {'driver': 'DRIVER'}}}"));
        return Stream.of(
                arguments("no volume", fresh, none, NODE, "volume pv not found", false),
                arguments("volume is being deleted", fresh, volume(DELETED, ""), NODE, "being deleted", false),
                arguments("neither name nor spec", attachment("", "", false), none, NODE, "neither", false),
                arguments("name and spec", attachment("", NAMED + "," + INLINE, false), bare, NODE, "both", false),
                arguments(
                        "inline without CSI",
                        attachment("", "'inlineVolumeSpec': {'nfs': {}}", false),
                        none,
                        NODE,
                        "no CSI source",
                        false),
                arguments("no CSI source", fresh, nfs, NODE, "no CSI source", true),
                arguments("no CSINode", fresh, bare, nobody, "CSINode n1 not found", true),
                arguments("driver not on the node", fresh, bare, node("other"), "does not list driver", true),
                arguments(
                        "remembered id is for detaching only",
                        attachment(REMEMBERS, NAMED, false),
                        bare,
                        nobody,
                        "CSINode n1 not found",
                        true),
                arguments("impossible modes", fresh, both, NODE, "ReadOnlyMany", true),
                arguments("detach: no volume", going, none, NODE, "volume pv not found", false),
                arguments("detach: nobody knows the node", going, bare, nobody, "CSINode n1 not found", false),
                arguments("detach: no source", attachment(DELETED + MARKED, "", true), none, NODE, "neither", false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void refusals(
            String what,
            VolumeAttachment attachment,
            Optional<PersistentVolume> volume,
            Optional<CsiNode> node,
            String why,
            boolean protects) {
        var decision = (Refuse) decide(attachment, volume, node);

        assertThat(decision.why()).contains(why);
        assertThat(decision.protect().isPresent()).isEqualTo(protects);
    }
}
