package dev.stowage.apiserver.auth;

/// Sees each request that passes the gate, or does not, before anything is done about it. The request waits meanwhile.
@FunctionalInterface
public interface Witness {

    Witness NOBODY = (_, _, _) -> {};

    void sees(User user, Action action, boolean allowed);
}
