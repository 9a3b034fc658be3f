/// Our protocol files against those that their owners publish.
@NullMarked
package dev.stowage.interop.descriptor;

import org.jspecify.annotations.NullMarked;
