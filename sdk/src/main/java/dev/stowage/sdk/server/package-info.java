/// Running a driver: its flags, its socket and its services.
@NullMarked
package dev.stowage.sdk.server;

import org.jspecify.annotations.NullMarked;
