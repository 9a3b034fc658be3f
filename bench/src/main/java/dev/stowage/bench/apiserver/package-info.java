/// Our API server beside kube-apiserver with etcd.
@NullMarked
package dev.stowage.bench.apiserver;

import org.jspecify.annotations.NullMarked;
