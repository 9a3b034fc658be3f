package dev.stowage.node.pluginmanager;

import dev.stowage.csi.v1.NodeGetInfoResponse;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.nodestatus.RegisteredNode;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Registers and unregisters drivers.
final class DriverRegistration {
    private static final Logger log = LoggerFactory.getLogger(DriverRegistration.class);

    private final NodeContext nodeContext;
    private final RegisteredNode node;
    private final PluginTable table;
    private final CsiNodeWriter csiNode;
    private final Consumer<String> changed;
    private final Consumer<String> lost;
    private final Map<String, ReentrantLock> turns = new ConcurrentHashMap<>();

    /// @param changed receives the name of a driver that was registered or unregistered
    /// @param lost receives the name of a driver whose connection broke
    DriverRegistration(
            NodeContext nodeContext,
            RegisteredNode node,
            PluginTable table,
            CsiNodeWriter csiNode,
            Consumer<String> changed,
            Consumer<String> lost) {
        this.nodeContext = nodeContext;
        this.node = node;
        this.table = table;
        this.csiNode = csiNode;
        this.changed = changed;
        this.lost = lost;
    }

    void register(Path socket, SocketIdentity socketIdentity) throws RegistrationException, InterruptedException {
        try (RegistrationClient registrationClient = RegistrationClient.dial(socket)) {
            switch (PluginValidation.validate(registrationClient.info(), socket, this::version)) {
                case PluginValidation.Rejected(String why) -> {
                    registrationClient.notifyFailed(why);
                    throw new RegistrationException(why);
                }
                case PluginValidation.Accepted accepted -> {
                    try {
                        enter(socket, socketIdentity, accepted);
                    } catch (RegistrationException e) {
                        registrationClient.notifyFailed(
                                "RegisterPlugin error -- plugin registration failed with err: " + e.getMessage());
                        throw e;
                    }
                    confirm(registrationClient, socket);
                    log.info("Registered driver {} at {}.", accepted.name(), accepted.endpoint());
                }
            }
        }
    }

    private Optional<CsiVersion> version(String name) {
        return table.find(name).map(RegisteredDriver::version);
    }

    private void enter(Path socket, SocketIdentity socketIdentity, PluginValidation.Accepted accepted)
            throws RegistrationException, InterruptedException {
        String name = accepted.name();
        var driver = new DriverConnection(name, accepted.endpoint(), nodeContext.metrics(), () -> lost.accept(name));
        boolean entered = false;
        try {
            NodeGetInfoResponse info = driver.fetchInfo();
            enter(new RegisteredDriver(socket, socketIdentity, accepted.version(), driver), info);
            entered = true;
        } finally {
            if (!entered) {
                driver.close();
            }
        }
    }

    private void enter(RegisteredDriver driver, NodeGetInfoResponse info)
            throws RegistrationException, InterruptedException {
        ReentrantLock turn = turn(driver.name());
        turn.lockInterruptibly();
        try {
            // Some time has passed since the first check.
            if (version(driver.name())
                    .filter(other -> other.compareTo(driver.version()) >= 0)
                    .isPresent()) {
                throw new RegistrationException(
                        "another driver with the name " + driver.name() + " was registered first");
            }
            publish(driver.name(), info);
            table.add(driver).ifPresent(before -> before.driver().close());
            changed.accept(driver.name());
        } finally {
            turn.unlock();
        }
    }

    /// Writes both objects, or neither.
    private void publish(String name, NodeGetInfoResponse info) throws RegistrationException, InterruptedException {
        try {
            String uid = node.awaitUid();
            node.addDriver(name, info.getNodeId(), info.getAccessibleTopology().getSegmentsMap());
            csiNode.put(uid, name, info);
        } catch (ApiFailure e) {
            unpublish(name);
            throw new RegistrationException("error updating CSINode object with CSI driver node info: ", e);
        } catch (IllegalStateException e) {
            unpublish(name);
            throw new RegistrationException("", e);
        }
    }

    private void unpublish(String name) throws InterruptedException {
        if (table.find(name).isPresent()) {
            return;
        }
        try {
            csiNode.remove(name);
            node.removeDriver(name);
        } catch (ApiFailure | IllegalStateException e) {
            log.warn("Cannot remove driver {} from the Node and CSINode objects: {}", name, e.getMessage());
        }
    }

    private void confirm(RegistrationClient registrationClient, Path socket)
            throws RegistrationException, InterruptedException {
        try {
            registrationClient.notifyRegistered();
        } catch (RegistrationException e) {
            try {
                unregister(socket);
            } catch (ApiFailure failure) {
                log.warn(
                        "Cannot remove the driver at {} from the Node and CSINode objects: {}",
                        socket,
                        failure.getMessage());
            }
            throw e;
        }
    }

    void unregister(Path socket) throws ApiFailure, InterruptedException {
        Optional<RegisteredDriver> driver = table.at(socket);
        if (driver.isPresent()) {
            unregister(driver.get());
        }
    }

    private void unregister(RegisteredDriver driver) throws ApiFailure, InterruptedException {
        ReentrantLock turn = turn(driver.name());
        turn.lockInterruptibly();
        try {
            boolean last = table.unpublish(driver);
            changed.accept(driver.name());
            driver.driver().close();
            if (last) {
                csiNode.remove(driver.name());
                node.removeDriver(driver.name());
                log.info("Unregistered driver {}.", driver.name());
            }
            // Only now: after a failure before this point it is retried.
            table.forget(driver);
        } finally {
            turn.unlock();
        }
    }

    /// Queries a driver again for its capabilities and its volume limit.
    void refresh(RegisteredDriver driver) throws RegistrationException, ApiFailure, InterruptedException {
        NodeGetInfoResponse info = driver.driver().fetchInfo();
        ReentrantLock turn = turn(driver.name());
        turn.lockInterruptibly();
        try {
            // It may have been unregistered or replaced during the query.
            if (table.find(driver.name()).equals(Optional.of(driver))) {
                csiNode.put(node.awaitUid(), driver.name(), info);
            }
        } finally {
            turn.unlock();
        }
    }

    private ReentrantLock turn(String name) {
        return turns.computeIfAbsent(name, _ -> new ReentrantLock());
    }
}
