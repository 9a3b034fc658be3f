/// `stowage explain`: what is wrong with a claim, a pod, a volume.
@NullMarked
package dev.stowage.cli.explain;

import org.jspecify.annotations.NullMarked;
