/// The CSI services of every driver: each call is validated, locked, carried out by a role, and
/// answered.
///
/// Driver authors do not use this package directly; see [dev.stowage.sdk.server.Driver].
@NullMarked
package dev.stowage.sdk.service;

import org.jspecify.annotations.NullMarked;
