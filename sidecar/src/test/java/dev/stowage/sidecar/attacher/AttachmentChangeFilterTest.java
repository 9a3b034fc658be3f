package dev.stowage.sidecar.attacher;

import static dev.stowage.sidecar.attacher.AttachmentObjects.FINALIZER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.VolumeAttachment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttachmentChangeFilterTest {
    private static final String BEFORE = "{'metadata': {'name': 'va', 'uid': 'u', 'resourceVersion': '1'},"
            + "'spec': {'attacher': 'DRIVER', 'nodeName': 'n1', 'source': {'persistentVolumeName': 'pv'}},"
            + "'status': {'attached': true}}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'resourceVersion': '1' | 'resourceVersion': '2' | false",
                "'attached': true | 'attached': true, 'attachError': {'message': 'x'} | false",
                "'attached': true | 'attached': true, 'detachError': {'message': 'x'} | false",
                "'uid': 'u' | 'uid': 'u', 'finalizers': ['FINALIZER'] | false",
                "'uid': 'u' | 'uid': 'u', 'annotations': {'csi.alpha.kubernetes.io/node-id': 'i'} | false",
                "'uid': 'u' | 'uid': 'u', 'annotations': {'other': 'i'} | true",
                "'uid': 'u' | 'uid': 'u', 'finalizers': ['other'] | true",
                "'uid': 'u' | 'uid': 'u', 'deletionTimestamp': '2026-01-01T00:00:00Z' | true",
                "'uid': 'u' | 'uid': 'another' | true",
                "'nodeName': 'n1' | 'nodeName': 'n2' | true",
                "'attached': true | 'attached': false | true",
            })
    void onlyWhatOthersChangeNeedsALook(String from, String to, boolean needed) {
        VolumeAttachment before = AttachmentObjects.attachment(BEFORE);
        VolumeAttachment now = AttachmentObjects.attachment(BEFORE.replace(from, to));

        assertThat(AttachmentChangeFilter.isRelevant(before, now, FINALIZER)).isEqualTo(needed);
        assertThat(now).isNotEqualTo(before);
    }
}
