package dev.stowage.apiserver.accesscontrol;

import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;

/// Sees each request that passes the gate, or does not, before anything is done about it. The request waits
/// meanwhile.
@FunctionalInterface
public interface AccessObserver {

    AccessObserver NOBODY = (_, _, _) -> {};

    void observe(UserInfo userInfo, AuthorizationAttributes authorizationAttributes, boolean allowed);
}
