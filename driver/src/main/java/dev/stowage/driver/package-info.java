/// The local driver: volumes on the disks of a node, with enforced sizes. See DESIGN.md of this module.
@NullMarked
package dev.stowage.driver;

import org.jspecify.annotations.NullMarked;
