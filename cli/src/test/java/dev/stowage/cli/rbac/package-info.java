/// Compares the requests of each role with the permissions that the chart grants to it.
@NullMarked
package dev.stowage.cli.rbac;

import org.jspecify.annotations.NullMarked;
