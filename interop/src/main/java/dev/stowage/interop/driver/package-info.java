/// Our drivers as processes, tested by csi-sanity and by killing them.
@NullMarked
package dev.stowage.interop.driver;

import org.jspecify.annotations.NullMarked;
