/// CustomResourceDefinitions and the custom resources that they define.
@NullMarked
package dev.stowage.apiserver.apiextensions;

import org.jspecify.annotations.NullMarked;
