/// Drivers that make themselves known: the registration folder, what they answer, what the cluster is told of them.
@NullMarked
package dev.stowage.node.pluginmanager;

import org.jspecify.annotations.NullMarked;
