package dev.stowage.control.bind;

import dev.stowage.control.act.Act;
import dev.stowage.control.act.Hands;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/// Hands that count what they do for claims and volumes, under the names that dashboards know.
final class Measured implements Hands {
    private final Hands hands;
    private final Operations operations;
    private final Counter classes;
    private final Counter classErrors;

    Measured(Hands hands, Operations operations, PrometheusRegistry registry) {
        this.hands = hands;
        this.operations = operations;
        classes = Counter.builder()
                .name("retroactive_storageclass_total")
                .help("Claims that were given a default class after they were made.")
                .register(registry);
        classErrors = Counter.builder()
                .name("retroactive_storageclass_errors_total")
                .help("Claims that could not be given a default class.")
                .register(registry);
    }

    @Override
    public void carryOut(Act act) throws ApiFailure, InterruptedException {
        if (!(act instanceof Act.Change<?> change)) {
            hands.carryOut(act);
            return;
        }
        boolean givesClass = change.kind().equals(Kinds.CLAIMS)
                && change.patch().body().path("spec").has("storageClassName");
        if (givesClass) {
            classes.inc();
        }
        try {
            hands.carryOut(act);
        } catch (ApiFailure e) {
            if (givesClass) {
                classErrors.inc();
            }
            operations.failed(change.seen().key());
            throw e;
        }
    }
}
