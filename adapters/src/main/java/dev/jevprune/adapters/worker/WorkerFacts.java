package dev.jevprune.adapters.worker;

import java.time.Instant;

/** What the handler says about the process it runs in. */
public interface WorkerFacts {
  long pid();

  Instant startedAt();

  /** Shims that said hello and are still connected. */
  int connected();

  long idleMillis();

  /** Asks the process to finish what runs and to exit. */
  void stop();

  /** Facts for a handler that is called directly: nobody is connected, nothing can be stopped. */
  static WorkerFacts direct(Instant startedAt) {
    return new WorkerFacts() {
      @Override
      public long pid() {
        return ProcessHandle.current().pid();
      }

      @Override
      public Instant startedAt() {
        return startedAt;
      }

      @Override
      public int connected() {
        return 0;
      }

      @Override
      public long idleMillis() {
        return 0;
      }

      @Override
      public void stop() {}
    };
  }
}
