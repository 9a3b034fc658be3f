package dev.stowage.cluster.workload;

import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.model.WorkloadResource;

/// A controller of one workload kind. It decides; its worker holds the queue and carries the decisions out.
public interface WorkloadController<P extends WorkloadResource> extends Controller {

    WorkloadWorker<P> worker();

    @Override
    default String name() {
        return worker().name();
    }

    @Override
    default void start() throws InterruptedException {
        worker().start();
    }

    @Override
    default void close() {
        worker().close();
    }
}
