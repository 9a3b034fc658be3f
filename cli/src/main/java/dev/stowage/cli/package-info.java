/// The one entry point. Every role and tool is a [dev.stowage.cli.Command]; the modules above this one add theirs
/// through `META-INF/services`, so that the launcher needs to know one class only.
@NullMarked
package dev.stowage.cli;

import org.jspecify.annotations.NullMarked;
