/// `stowage top`: how full volumes are, who uses them and where, from what the kubelets tell.
@NullMarked
package dev.stowage.cli.top;

import org.jspecify.annotations.NullMarked;
