package dev.stowage.sidecar.snapshotter;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.k8s.text.GoQuote;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.sidecar.snapshotter.ContentDecision.CheckStatus;
import io.grpc.StatusRuntimeException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Gets the state of a snapshot from the driver.
final class SnapshotStateReader {
    private final Informer<VolumeSnapshotClass> classes;
    private final SnapshotCalls calls;
    private final ContentSecrets secrets;

    SnapshotStateReader(Informer<VolumeSnapshotClass> classes, SnapshotCalls calls, ContentSecrets secrets) {
        this.classes = classes;
        this.calls = calls;
        this.secrets = secrets;
    }

    SnapshotState read(VolumeSnapshotContent content, CheckStatus question)
            throws SnapshotException, InterruptedException {
        Map<String, String> given = switch (question.secrets()) {
            case CLASS -> secrets.at(ofClass(content), content);
            case CONTENT -> secrets.noted(content);
        };
        String problem;
        try {
            Optional<SnapshotState> state = calls.find(question.handle(), given);
            if (state.isPresent()) {
                return question.taken() ? state.get().alone() : state.get();
            }
            problem = "can not find snapshot for snapshotID " + question.handle();
        } catch (StatusRuntimeException e) {
            problem = RpcErrorText.of(e);
        }
        throw new SnapshotException(
                "failed to list snapshot for content " + content.meta().name() + ": " + GoQuote.of(problem));
    }

    /// The secret for status calls of the content; null for none.
    @Nullable
    SecretReference secretOf(VolumeSnapshotContent content) throws SnapshotException {
        return ContentDecision.isInGroup(content) ? secrets.where(content) : ofClass(content);
    }

    private @Nullable SecretReference ofClass(VolumeSnapshotContent content) throws SnapshotException {
        String named = content.className();
        String name = content.meta().name();
        if (named == null) {
            return null;
        }
        VolumeSnapshotClass found = classes.find(named)
                .orElseThrow(
                        () -> new SnapshotException("failed to get snapshot class " + named + " for snapshot content "
                                + name + ": volumesnapshotclass.snapshot.storage.k8s.io " + GoQuote.of(named)
                                + " not found"));
        try {
            return SnapshotClassParameters.secret(found.parameters(), SnapshotClassParameters.SecretPurpose.LIST, name);
        } catch (SnapshotException e) {
            throw new SnapshotException(
                    "failed to get secret reference for snapshot content " + name + ": " + e.text(), e);
        }
    }
}
