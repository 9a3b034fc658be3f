/// Feature gates: their names, stages and defaults, and how a command line sets them.
@NullMarked
package dev.stowage.k8s.featuregate;

import org.jspecify.annotations.NullMarked;
