package dev.stowage.sidecar.health;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Goes round all volumes again and again: in one question, or in one for each, spread over the time of the round.
final class Rounds implements WorkQueue.Worker<String> {
    private static final Logger log = LoggerFactory.getLogger(Rounds.class);

    /// The key of a round; no volume has an empty name.
    static final String ROUND = "";

    private final Questions questions;
    private final Patients patients;
    private final Announcer announcer;
    private final HealthMonitorOptions options;
    private final BiConsumer<String, Duration> later;

    /// @param later asks for a look at a volume after some time
    Rounds(
            Questions questions,
            Patients patients,
            Announcer announcer,
            HealthMonitorOptions options,
            BiConsumer<String, Duration> later) {
        this.questions = questions;
        this.patients = patients;
        this.announcer = announcer;
        this.options = options;
        this.later = later;
    }

    @Override
    public ReconcileResult work(String key) throws ApiFailure, InterruptedException {
        if (!key.equals(ROUND)) {
            return visit(key);
        }
        announcer.recall();
        return questions.way().asksForAll() ? list() : spread();
    }

    private ReconcileResult list() throws ApiFailure, InterruptedException {
        try {
            Questions.Answer answer = questions.all();
            for (PersistentVolume volume : patients.all()) {
                tell(volume, answer.of(handle(volume)));
            }
        } catch (StatusRuntimeException e) {
            log.warn("The driver does not tell the health of its volumes: {}", RpcErrorText.of(e));
        }
        return ReconcileResult.requeueAfter(options.listEvery());
    }

    private ReconcileResult spread() throws ApiFailure, InterruptedException {
        List<PersistentVolume> due = patients.all();
        Duration round = length(due.size(), options);
        for (int i = 0; i < due.size(); i++) {
            later.accept(due.get(i).meta().name(), round.multipliedBy(i).dividedBy(due.size()));
        }
        return ReconcileResult.requeueAfter(round);
    }

    /// Thousands of volumes take longer than the interval: storage that is asked without end has time for nothing else.
    static Duration length(int volumes, HealthMonitorOptions options) {
        Duration gentle = Duration.ofSeconds(volumes / options.workers());
        return gentle.compareTo(options.askEvery()) > 0 ? gentle : options.askEvery();
    }

    private ReconcileResult visit(String name) throws InterruptedException {
        Optional<PersistentVolume> volume = patients.find(name);
        if (volume.isPresent()) {
            try {
                tell(volume.get(), questions.one(handle(volume.get())));
            } catch (StatusRuntimeException e) {
                // The next round asks again.
                log.info("The driver does not tell the health of volume {}: {}", name, RpcErrorText.of(e));
            }
        }
        return ReconcileResult.done();
    }

    private void tell(PersistentVolume volume, Optional<Health> health) throws InterruptedException {
        if (health.isPresent()) {
            announcer.tell(volume, health.get());
        }
    }

    private static String handle(PersistentVolume volume) {
        return volume.csi() == null ? "" : volume.csi().handle();
    }
}
