/// What pods want of volumes: a function of what the API says.
@NullMarked
package dev.stowage.node.volume.want;

import org.jspecify.annotations.NullMarked;
