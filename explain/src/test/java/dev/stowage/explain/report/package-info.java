/// Tests of the report texts.
@NullMarked
package dev.stowage.explain.report;

import org.jspecify.annotations.NullMarked;
