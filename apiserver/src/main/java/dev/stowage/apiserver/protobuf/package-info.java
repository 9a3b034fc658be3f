/// Bodies in Kubernetes' binary form, which typed clients prefer for what they send. They are turned into JSON at the
/// door; nothing behind it knows of them, and answers are always JSON.
@NullMarked
package dev.stowage.apiserver.protobuf;

import org.jspecify.annotations.NullMarked;
