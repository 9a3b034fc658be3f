package dev.stowage.sidecar.snapshotter;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.snapshotter.ContentDecision.CheckStatus;
import dev.stowage.sidecar.snapshotter.ContentDecision.ClearBeingCreated;
import dev.stowage.sidecar.snapshotter.ContentDecision.Create;
import dev.stowage.sidecar.snapshotter.ContentDecision.Delete;
import dev.stowage.sidecar.snapshotter.ContentDecision.Nothing;
import dev.stowage.sidecar.snapshotter.ContentDecision.RemoveFinalizer;
import java.util.Optional;

/// Reconciles a content step by step. Every step leaves the content so that the next run, also in another
/// process, sees what is left to do.
///
/// Before a snapshot is deleted, its content is read from the server: the cache may be minutes old, and the
/// policy may be Retain by now.
final class ContentWorker<T extends KubeObject> {
    private static final int MOST_STEPS = 10;

    /// The steps; each returns the updated content.
    interface ContentExecutor<T> {
        ContentDecision decide(T content);

        T create(T content, boolean first) throws ApiFailure, SnapshotException, InterruptedException;

        T checkStatus(T content, CheckStatus question) throws ApiFailure, SnapshotException, InterruptedException;

        T delete(T content, String handle) throws ApiFailure, SnapshotException, InterruptedException;

        /// When to check a snapshot again that is not ready.
        ReconcileResult requeue(T content) throws SnapshotException;

        /// The snapshot no longer needs to be polled.
        void forget(String name);
    }

    private final Informer<T> contents;
    private final ContentUpdater<T> updater;
    private final ContentExecutor<T> contentExecutor;

    ContentWorker(Informer<T> contents, ContentUpdater<T> updater, ContentExecutor<T> contentExecutor) {
        this.contents = contents;
        this.updater = updater;
        this.contentExecutor = contentExecutor;
    }

    ReconcileResult work(String name) throws InterruptedException {
        Optional<T> found = contents.find(name);
        if (found.isEmpty()) {
            contentExecutor.forget(name);
            return ReconcileResult.done();
        }
        try {
            return from(found.get());
        } catch (SnapshotException e) {
            return ReconcileResult.retry(e.text());
        } catch (ApiFailure e) {
            return e.isNotFound() ? ReconcileResult.done() : ReconcileResult.retry(String.valueOf(e.getMessage()));
        }
    }

    private ReconcileResult from(T first) throws ApiFailure, SnapshotException, InterruptedException {
        T content = first;
        boolean asked = false;
        boolean fresh = false;
        for (int step = 0; step < MOST_STEPS; step++) {
            ContentDecision decision = contentExecutor.decide(content);
            if (decision instanceof Delete && !fresh) {
                Optional<T> now = contents.fetch(content.key())
                        .filter(found -> found.meta().uid().equals(first.meta().uid()));
                if (now.isEmpty()) {
                    return ReconcileResult.done();
                }
                content = now.get();
                fresh = true;
                continue;
            }
            if (asked && (decision instanceof Create || decision instanceof CheckStatus)) {
                return contentExecutor.requeue(content);
            }
            switch (decision) {
                case Nothing _ -> {
                    contentExecutor.forget(content.meta().name());
                    return ReconcileResult.done();
                }
                case RemoveFinalizer _ -> {
                    contentExecutor.forget(content.meta().name());
                    updater.removeFinalizer(content);
                    return ReconcileResult.done();
                }
                case ClearBeingCreated _ -> content = updater.clearBeingCreated(content);
                case Delete(String handle) -> content = contentExecutor.delete(content, handle);
                case Create(boolean isFirst) -> {
                    content = contentExecutor.create(content, isFirst);
                    asked = true;
                }
                case CheckStatus question -> {
                    content = contentExecutor.checkStatus(content, question);
                    asked = true;
                }
            }
        }
        return ReconcileResult.retry("the object keeps changing");
    }
}
