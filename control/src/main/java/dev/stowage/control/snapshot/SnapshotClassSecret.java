package dev.stowage.control.snapshot;

import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.secret.SecretTemplate;
import dev.stowage.kube.secret.SecretTemplateException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The secret that a class references for creating and deleting snapshots. It is only referenced here, never
/// read.
final class SnapshotClassSecret {

    private SnapshotClassSecret() {}

    static @Nullable SecretReference ofSnapshot(VolumeSnapshotClass of, String content, String namespace, String name)
            throws SnapshotException {
        return resolve(
                of,
                "Snapshotter",
                "snapshotter",
                Map.of("volumesnapshotcontent.name", content, "volumesnapshot.namespace", namespace),
                Map.of(
                        "volumesnapshotcontent.name",
                        content,
                        "volumesnapshot.namespace",
                        namespace,
                        "volumesnapshot.name",
                        name));
    }

    static @Nullable SecretReference ofGroup(VolumeSnapshotClass of, String content, String namespace, String name)
            throws SnapshotException {
        return resolve(
                of,
                "GroupSnapshotter",
                "group-snapshotter",
                Map.of("volumegroupsnapshotcontent.name", content, "volumegroupsnapshot.namespace", namespace),
                Map.of(
                        "volumegroupsnapshotcontent.name",
                        content,
                        "volumegroupsnapshot.namespace",
                        namespace,
                        "volumegroupsnapshot.name",
                        name));
    }

    /// For a member of a group: there, templates can use the content's name only.
    static @Nullable SecretReference ofMember(VolumeSnapshotClass of, String groupContent) throws SnapshotException {
        Map<String, String> tokens = Map.of("volumegroupsnapshotcontent.name", groupContent);
        return resolve(of, "GroupSnapshotter", "group-snapshotter", tokens, tokens);
    }

    private static @Nullable SecretReference resolve(
            VolumeSnapshotClass of,
            String title,
            String word,
            Map<String, String> namespaceTokens,
            Map<String, String> nameTokens)
            throws SnapshotException {
        String name = of.parameters().get(CsiKeys.PREFIX + word + "-secret-name");
        String namespace = of.parameters().get(CsiKeys.PREFIX + word + "-secret-namespace");
        if (name == null && namespace == null) {
            return null;
        }
        String context = "failed to get name and namespace template from params: ";
        if (name == null || namespace == null) {
            throw new SnapshotException(
                    context + "either name and namespace for " + title + " secrets specified, Both must be specified");
        }
        if (name.isEmpty() || namespace.isEmpty()) {
            throw new SnapshotException(context + title
                    + " secrets specified in parameters but value of either namespace or name is empty");
        }
        try {
            return new SecretReference(
                    SecretTemplate.namespace(namespace, namespaceTokens), SecretTemplate.name(name, nameTokens));
        } catch (SecretTemplateException e) {
            throw new SnapshotException(String.valueOf(e.getMessage()));
        }
    }
}
