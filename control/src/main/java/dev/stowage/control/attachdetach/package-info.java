/// Attaches volumes to the nodes whose pods need them, and detaches them when no pod does.
@NullMarked
package dev.stowage.control.attachdetach;

import org.jspecify.annotations.NullMarked;
