package dev.stowage.sidecar.snapshot;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.k8s.text.GoQuote;
import dev.stowage.sidecar.secret.SecretReader;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The secrets of calls about a content.
final class ContentSecrets {
    private static final Logger log = LoggerFactory.getLogger(ContentSecrets.class);

    private final SecretReader reader;
    private final Marks marks;
    private final String what;

    /// @param what how messages call a content
    ContentSecrets(SecretReader reader, Marks marks, String what) {
        this.reader = reader;
        this.marks = marks;
        this.what = what;
    }

    /// Those that the snapshot controller noted on the content, for taking and deleting.
    Map<String, String> noted(KubeObject content) throws StepFailure, InterruptedException {
        Map<String, String> annotations = content.meta().annotations();
        String name = annotations.get(marks.secretName());
        String namespace = annotations.get(marks.secretNamespace());
        if (name == null || namespace == null) {
            return Map.of();
        }
        String quoted = GoQuote.of(content.meta().name());
        if (name.isEmpty() || namespace.isEmpty()) {
            throw new StepFailure("cannot retrieve secrets for " + what + " " + quoted
                    + ", err: secret name or namespace not specified");
        }
        try {
            return reader.read(new SecretReference(namespace, name));
        } catch (ApiFailure e) {
            log.warn("{} {}: its secret cannot be read: {}", what, content.key(), e.getMessage());
            throw new StepFailure("cannot get credentials for " + what + " " + quoted, e);
        }
    }

    /// Where they are; null for nowhere.
    @Nullable
    SecretReference where(KubeObject content) {
        String name = content.meta().annotation(marks.secretName());
        String namespace = content.meta().annotation(marks.secretNamespace());
        return name.isEmpty() || namespace.isEmpty() ? null : new SecretReference(namespace, name);
    }

    /// Those that a class names, for questions.
    ///
    /// @param at null for none
    Map<String, String> at(@Nullable SecretReference at, KubeObject content) throws StepFailure, InterruptedException {
        if (at == null) {
            return Map.of();
        }
        try {
            return reader.read(at);
        } catch (ApiFailure e) {
            throw new StepFailure(
                    "failed to get credentials for " + what + " "
                            + content.meta().name() + ": error getting secret " + at.name() + " in namespace "
                            + at.namespace() + ": " + e.getMessage(),
                    e);
        }
    }
}
