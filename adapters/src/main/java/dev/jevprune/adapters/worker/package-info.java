/**
 * The resident worker: {@link dev.jevprune.adapters.worker.RequestHandler} answers requests without
 * knowing of sockets, {@link dev.jevprune.adapters.worker.WorkerMain} serves it on a Unix socket,
 * {@link dev.jevprune.adapters.worker.WorkerClient} talks to a running one.
 */
@NullMarked
package dev.jevprune.adapters.worker;

import org.jspecify.annotations.NullMarked;
