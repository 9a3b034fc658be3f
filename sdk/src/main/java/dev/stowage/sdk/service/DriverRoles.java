package dev.stowage.sdk.service;

import dev.stowage.sdk.CsiException;
import java.util.List;
import java.util.Optional;

/// The roles of a driver's objects. Each role is implemented by one object at most.
public final class DriverRoles {

    private final List<Object> parts;

    public DriverRoles(List<Object> parts) {
        this.parts = List.copyOf(parts);
    }

    public <R> Optional<R> find(Class<R> role) {
        List<R> players =
                parts.stream().filter(role::isInstance).map(role::cast).toList();
        if (players.size() > 1) {
            throw new IllegalStateException(
                    "two objects of this driver implement the role " + role.getSimpleName() + ": "
                            + players.get(0).getClass().getName() + " and "
                            + players.get(1).getClass().getName() + "; implement it once");
        }
        return players.stream().findFirst();
    }

    public boolean has(Class<?> role) {
        return find(role).isPresent();
    }

    <R> R require(Class<R> role, String call) throws CsiException {
        return find(role).orElseThrow(() -> CsiException.unimplemented(call + " is not supported by this driver"));
    }
}
