/// The base under every driver: the CSI services, each call checked, locked, carried out through a role, and
/// answered.
///
/// Authors do not call this package; [dev.stowage.sdk.server.Driver] puts it together.
@NullMarked
package dev.stowage.sdk.service;

import org.jspecify.annotations.NullMarked;
