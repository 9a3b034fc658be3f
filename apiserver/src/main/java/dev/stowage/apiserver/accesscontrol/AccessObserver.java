package dev.stowage.apiserver.accesscontrol;

import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;

/// Receives each request after authorization, whether it is allowed or not, and before it is processed. The
/// request waits until the observer returns.
@FunctionalInterface
public interface AccessObserver {

    AccessObserver NOBODY = (_, _, _) -> {};

    void observe(UserInfo userInfo, AuthorizationAttributes authorizationAttributes, boolean allowed);
}
