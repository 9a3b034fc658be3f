/// Architecture rules, checked on the compiled classes: which module may use which, and no package cycles.
@NullMarked
package dev.stowage.dist.architecture;

import org.jspecify.annotations.NullMarked;
