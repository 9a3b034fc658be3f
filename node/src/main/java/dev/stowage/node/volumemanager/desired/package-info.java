/// The desired volumes of pods, as a function of the objects in the API.
@NullMarked
package dev.stowage.node.volumemanager.desired;

import org.jspecify.annotations.NullMarked;
