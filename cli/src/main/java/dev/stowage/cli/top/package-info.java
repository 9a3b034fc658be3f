/// `stowage top`: the usage of volumes, with their pods and nodes, as the kubelets report it.
@NullMarked
package dev.stowage.cli.top;

import org.jspecify.annotations.NullMarked;
