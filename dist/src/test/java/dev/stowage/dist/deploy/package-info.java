/// The chart, the manifests and the examples beside the code that they start. What helm says is asked elsewhere.
@NullMarked
package dev.stowage.dist.deploy;

import org.jspecify.annotations.NullMarked;
