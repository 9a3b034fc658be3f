package dev.stowage.bench.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// What kubelets report about volumes: a volume is in use as soon as it is attached.
final class SimulatedKubelets implements AutoCloseable {
    private final ControlFixture fixture;
    private final BlockingQueue<String> changed = new LinkedBlockingQueue<>();
    private final Thread thread;

    SimulatedKubelets(ControlFixture fixture) {
        this.fixture = fixture;
        fixture.nodes().addEventHandler((_, now) -> {
            if (now != null) {
                changed.add(now.meta().name());
            }
        });
        this.thread = Thread.ofVirtual().name("scripted-kubelets").start(this::run);
    }

    private void run() {
        try {
            while (true) {
                Set<String> names = new HashSet<>(Set.of(changed.take()));
                changed.drainTo(names);
                for (String name : names) {
                    var node = fixture.nodes().find(name);
                    if (node.isPresent()) {
                        report(node.get());
                    }
                }
            }
        } catch (InterruptedException _) {
            // closed
        }
    }

    private void report(Node node) throws InterruptedException {
        Set<String> attached = new HashSet<>();
        node.attached().forEach(volume -> attached.add(volume.name()));
        if (attached.equals(node.inUse())) {
            return;
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ArrayNode list = body.putObject("status").putArray("volumesInUse");
        attached.forEach(list::add);
        try {
            fixture.api()
                    .patch(
                            Kinds.NODES,
                            "",
                            node.meta().name(),
                            Patch.merge(body).status());
        } catch (ApiFailure _) {
            changed.add(node.meta().name());
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
