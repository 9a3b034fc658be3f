package dev.stowage.sidecar.snapshotter;

import dev.stowage.k8s.text.GoQuote;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.sidecar.secret.SecretReader;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The secrets of calls for a content.
final class ContentSecrets {
    private static final Logger log = LoggerFactory.getLogger(ContentSecrets.class);

    private final SecretReader reader;
    private final SnapshotAnnotations snapshotAnnotations;
    private final String what;

    /// @param what the name of a content in messages
    ContentSecrets(SecretReader reader, SnapshotAnnotations snapshotAnnotations, String what) {
        this.reader = reader;
        this.snapshotAnnotations = snapshotAnnotations;
        this.what = what;
    }

    /// Those in the annotations of the content, for creating and deleting.
    Map<String, String> noted(KubeObject content) throws SnapshotException, InterruptedException {
        Map<String, String> annotations = content.meta().annotations();
        String name = annotations.get(snapshotAnnotations.secretName());
        String namespace = annotations.get(snapshotAnnotations.secretNamespace());
        if (name == null || namespace == null) {
            return Map.of();
        }
        String quoted = GoQuote.of(content.meta().name());
        if (name.isEmpty() || namespace.isEmpty()) {
            throw new SnapshotException("cannot retrieve secrets for " + what + " " + quoted
                    + ", err: secret name or namespace not specified");
        }
        try {
            return reader.read(new SecretReference(namespace, name));
        } catch (ApiFailure e) {
            log.warn("{} {}: cannot read its secret: {}", what, content.key(), e.getMessage());
            throw new SnapshotException("cannot get credentials for " + what + " " + quoted, e);
        }
    }

    /// The reference; null for none.
    @Nullable
    SecretReference where(KubeObject content) {
        String name = content.meta().annotation(snapshotAnnotations.secretName());
        String namespace = content.meta().annotation(snapshotAnnotations.secretNamespace());
        return name.isEmpty() || namespace.isEmpty() ? null : new SecretReference(namespace, name);
    }

    /// Those that a class names, for status and list calls.
    ///
    /// @param at null for none
    Map<String, String> at(@Nullable SecretReference at, KubeObject content)
            throws SnapshotException, InterruptedException {
        if (at == null) {
            return Map.of();
        }
        try {
            return reader.read(at);
        } catch (ApiFailure e) {
            throw new SnapshotException(
                    "failed to get credentials for " + what + " "
                            + content.meta().name() + ": error getting secret " + at.name() + " in namespace "
                            + at.namespace() + ": " + e.getMessage(),
                    e);
        }
    }
}
