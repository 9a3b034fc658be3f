/// What each role asks of the API server, held against the rights that the chart gives it.
@NullMarked
package dev.stowage.cli.rbac;

import org.jspecify.annotations.NullMarked;
