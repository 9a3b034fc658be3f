/// Registration of CSI drivers: the registration directory, their sockets, the Node and CSINode objects.
@NullMarked
package dev.stowage.node.pluginmanager;

import org.jspecify.annotations.NullMarked;
