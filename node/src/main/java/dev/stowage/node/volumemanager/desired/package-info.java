/// What pods want of volumes: a function of what the API says.
@NullMarked
package dev.stowage.node.volumemanager.desired;

import org.jspecify.annotations.NullMarked;
