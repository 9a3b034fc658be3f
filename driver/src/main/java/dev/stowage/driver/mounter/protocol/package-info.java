/// What a driver and the mounter say to each other over the mounter's socket.
@NullMarked
package dev.stowage.driver.mounter.protocol;

import org.jspecify.annotations.NullMarked;
