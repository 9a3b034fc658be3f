/// Static pods: pods in files of the node, and their mirror pods in the API.
@NullMarked
package dev.stowage.node.staticpod;

import org.jspecify.annotations.NullMarked;
