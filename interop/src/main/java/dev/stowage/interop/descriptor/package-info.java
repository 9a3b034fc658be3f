/// Our protocol files compared with the published ones.
@NullMarked
package dev.stowage.interop.descriptor;

import org.jspecify.annotations.NullMarked;
