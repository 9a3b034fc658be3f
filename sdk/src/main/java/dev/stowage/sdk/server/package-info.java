/// The driver program: command line, records, socket, metrics, orderly shutdown. Drivers start here:
/// [dev.stowage.sdk.server.CsiServer], [dev.stowage.sdk.server.Driver].
@NullMarked
package dev.stowage.sdk.server;

import org.jspecify.annotations.NullMarked;
