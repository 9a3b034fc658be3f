package dev.stowage.sidecar.snapshotter;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.csi.v1.VolumeGroupSnapshot;
import dev.stowage.k8s.text.GoQuote;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeGroupSnapshotContent.Member;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.secret.SecretReader;
import dev.stowage.sidecar.snapshotter.ContentDecision.CheckStatus;
import io.grpc.StatusRuntimeException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The steps of a group snapshot.
final class GroupSnapshotExecutor implements ContentWorker.ContentExecutor<VolumeGroupSnapshotContent> {
    private static final Logger log = LoggerFactory.getLogger(GroupSnapshotExecutor.class);
    private static final String DELETE_FAILED = "GroupSnapshotDeleteError";
    private static final String CHECK_FAILED = "GroupSnapshotContentCheckandUpdateFailed";
    private static final String CHECK_FAILED_TEXT = "Failed to check and update group snapshot content: ";
    private static final String CLASSES = "volumegroupsnapshotclass.groupsnapshot.storage.k8s.io ";

    private final Informer<VolumeSnapshotClass> classes;
    private final GroupSnapshotCalls calls;
    private final ContentUpdater<VolumeGroupSnapshotContent> updater;
    private final ContentSecrets secrets;
    private final SnapshotterOptions options;
    private final ContentDecision.Scope scope;
    private final InstantSource clock;

    GroupSnapshotExecutor(
            RoleContext context,
            SnapshotterOptions options,
            ContentUpdater<VolumeGroupSnapshotContent> updater,
            Informer<VolumeSnapshotClass> classes,
            GroupSnapshotCalls calls) {
        this.classes = classes;
        this.calls = calls;
        this.updater = updater;
        this.options = options;
        this.clock = context.clock();
        secrets = new ContentSecrets(
                new SecretReader(context.api()), SnapshotAnnotations.GROUP, "group snapshot content");
        scope = new ContentDecision.Scope(context.driver().name(), options.node(), calls.canCreate());
    }

    @Override
    public ContentDecision decide(VolumeGroupSnapshotContent content) {
        String named = content.className();
        return GroupContentDecision.of(
                content, named == null ? null : classes.find(named).orElse(null), scope);
    }

    @Override
    public VolumeGroupSnapshotContent create(VolumeGroupSnapshotContent content, boolean first)
            throws ApiFailure, SnapshotException, InterruptedException {
        try {
            return take(content);
        } catch (SnapshotException e) {
            if (first) {
                fail(content, "GroupSnapshotCreationFailed", "Failed to create group snapshot: " + e.text());
            } else {
                fail(content, CHECK_FAILED, CHECK_FAILED_TEXT + e.text());
            }
            throw e;
        }
    }

    private VolumeGroupSnapshotContent take(VolumeGroupSnapshotContent content)
            throws ApiFailure, SnapshotException, InterruptedException {
        String name = content.meta().name();
        Map<String, String> given;
        Map<String, String> parameters;
        try {
            parameters = classOf(content).parameters();
            given = secrets.noted(content);
        } catch (SnapshotException e) {
            throw new SnapshotException(
                    "failed to get input parameters to create group snapshot for group snapshot content " + name + ": "
                            + GoQuote.of(e.text()),
                    e);
        }
        parameters = SnapshotClassParameters.forDriver(parameters);
        ObjectReference snapshot = content.groupSnapshot();
        if (snapshot == null || snapshot.uid().isEmpty()) {
            throw failure(
                    content,
                    "cannot create group snapshot. Group snapshot content " + name + " not bound to a group snapshot");
        }
        if (options.extraMetadata()) {
            SnapshotClassParameters.addMetadata(parameters, "volumegroupsnapshot", snapshot, name);
        }
        // A group with a known handle is found again without the annotation.
        VolumeGroupSnapshotContent marked =
                content.status() == null || content.status().handle().isEmpty()
                        ? updater.setBeingCreated(content)
                        : content;
        VolumeGroupSnapshot group;
        try {
            group = calls.create(options.groups().of(snapshot.uid()), content.volumeHandles(), parameters, given);
        } catch (StatusRuntimeException e) {
            if (SnapshotCalls.isFinal(e)) {
                updater.clearBeingCreated(marked);
            }
            throw failure(content, RpcErrorText.of(e));
        }
        log.info("{}: created group snapshot {}, ready: {}.", name, group.getGroupSnapshotId(), group.getReadyToUse());
        return updater.clearBeingCreated(write(marked, group.getGroupSnapshotId(), group, group.getSnapshotsList()));
    }

    private static SnapshotException failure(VolumeGroupSnapshotContent content, String why) {
        return new SnapshotException("failed to take group snapshot of the volumes ["
                + String.join(" ", content.volumeHandles()) + "]: " + GoQuote.of(why));
    }

    private VolumeSnapshotClass classOf(VolumeGroupSnapshotContent content) throws SnapshotException {
        String named = content.className();
        if (named == null) {
            throw new SnapshotException(
                    "failed to take group snapshot " + content.meta().name() + " without a group snapshot class");
        }
        return classes.find(named).orElseThrow(() -> new SnapshotException(CLASSES + GoQuote.of(named) + " not found"));
    }

    @Override
    public VolumeGroupSnapshotContent checkStatus(VolumeGroupSnapshotContent content, CheckStatus question)
            throws ApiFailure, SnapshotException, InterruptedException {
        VolumeGroupSnapshot group;
        try {
            group = state(content, question.handle());
        } catch (SnapshotException e) {
            if (question.taken()) {
                // A repeated create call returns the status too.
                log.debug("{}: {}", content.key(), e.text());
                return create(content, false);
            }
            fail(content, CHECK_FAILED, CHECK_FAILED_TEXT + e.text());
            throw e;
        }
        return write(content, question.handle(), group, question.taken() ? group.getSnapshotsList() : List.of());
    }

    private VolumeGroupSnapshot state(VolumeGroupSnapshotContent content, String handle)
            throws SnapshotException, InterruptedException {
        String name = content.meta().name();
        Map<String, String> given = questionSecrets(content);
        List<String> members = members(content);
        if (members.isEmpty()) {
            throw new SnapshotException(
                    "cannot list group snapshot " + name + ". No snapshots found in the group snapshot content");
        }
        try {
            return calls.get(handle, members, given);
        } catch (StatusRuntimeException e) {
            throw new SnapshotException(
                    "failed to list group snapshot for group snapshot content " + name + ": "
                            + GoQuote.of(RpcErrorText.of(e)),
                    e);
        }
    }

    private Map<String, String> questionSecrets(VolumeGroupSnapshotContent content)
            throws SnapshotException, InterruptedException {
        String named = content.className();
        String name = content.meta().name();
        if (named == null) {
            return Map.of();
        }
        VolumeSnapshotClass found = classes.find(named)
                .orElseThrow(() -> new SnapshotException("failed to get group snapshot class " + named
                        + " for group snapshot content " + name + ": " + CLASSES + GoQuote.of(named) + " not found"));
        try {
            return secrets.at(
                    SnapshotClassParameters.secret(
                            found.parameters(), SnapshotClassParameters.SecretPurpose.GET_GROUP, name),
                    content);
        } catch (SnapshotException e) {
            throw new SnapshotException(
                    "failed to get secret reference for group snapshot content " + name + ": " + e.text(), e);
        }
    }

    /// The handles of the group's snapshots: the driver needs all of them.
    private static List<String> members(VolumeGroupSnapshotContent content) {
        return content.status() != null && !content.status().members().isEmpty()
                ? content.status().members().stream()
                        .map(Member::snapshotHandle)
                        .toList()
                : content.snapshotHandles();
    }

    @Override
    public VolumeGroupSnapshotContent delete(VolumeGroupSnapshotContent content, String handle)
            throws ApiFailure, SnapshotException, InterruptedException {
        Map<String, String> given;
        try {
            given = secrets.noted(content);
        } catch (SnapshotException e) {
            updater.warn(content, DELETE_FAILED, "Failed to get snapshot credentials");
            throw e;
        }
        List<String> members = members(content);
        try {
            if (members.isEmpty()) {
                throw new SnapshotException("cannot delete group snapshot content "
                        + content.meta().name() + ". No snapshots found in the group snapshot");
            }
            calls.delete(handle, members, given);
        } catch (StatusRuntimeException e) {
            updater.warn(content, DELETE_FAILED, "Failed to delete group snapshot");
            throw new SnapshotException("group snapshot " + handle + " could not be deleted: " + RpcErrorText.of(e), e);
        } catch (SnapshotException e) {
            updater.warn(content, DELETE_FAILED, "Failed to delete group snapshot");
            throw e;
        }
        log.info("{}: deleted group snapshot {}.", content.key(), handle);
        try {
            return updater.clear(content, "volumeGroupSnapshotHandle", "readyToUse", "creationTime", "error");
        } catch (ApiFailure e) {
            if (!e.isNotFound()) {
                updater.warn(content, DELETE_FAILED, "Failed to clear content status");
            }
            throw e;
        }
    }

    @Override
    public ReconcileResult requeue(VolumeGroupSnapshotContent content) {
        return ReconcileResult.requeueAfter(options.retryFirst());
    }

    @Override
    public void forget(String name) {
        // Groups are checked one by one: there is nothing to forget.
    }

    private VolumeGroupSnapshotContent write(
            VolumeGroupSnapshotContent content, String handle, VolumeGroupSnapshot group, List<Snapshot> members)
            throws ApiFailure, InterruptedException {
        var change = GroupContentStatus.change(content.status(), handle, group, members, clock.instant());
        return change.isEmpty() ? content : updater.status(content, change.get());
    }

    private void fail(VolumeGroupSnapshotContent content, String reason, String message) throws InterruptedException {
        updater.fail(content, content.status() == null ? "" : content.status().error(), reason, message);
    }
}
