package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;

/** Decides what becomes of each operation on a {@link FaultFileSystem}. */
final class Faults {
  /** Not an exception: no handler of the program may see it, as none sees a kill. */
  static final class Killed extends ThreadDeath {
    private static final long serialVersionUID = 1L;
  }

  /** What happens at the chosen operation. */
  enum Kind {
    /** The process ends before it; only operations that change something count. */
    KILL,
    /** The process ends in the middle of it: of a write half is there. */
    KILL_WITHIN,
    /** It fails, once; every operation counts. */
    FAIL_ONCE,
    /** It fails, and so does every later one that changes something. */
    FAIL_FROM_THEN_ON,
    /**
     * The rename that is chosen is refused, and so is each further try, as while a scanner looks.
     */
    FAIL_RENAME,
    /** The rename that is chosen is refused once. */
    REFUSE_RENAME_ONCE
  }

  private final Kind kind;
  private int left;
  private boolean reached;
  private int tries;

  /** Lets {@code left} operations pass. */
  Faults(Kind kind, int left) {
    this.kind = kind;
    this.left = left;
  }

  static Faults none() {
    return new Faults(Kind.KILL, Integer.MAX_VALUE);
  }

  /** Whether the chosen operation came. */
  boolean reached() {
    return reached;
  }

  /** Called before an operation that only looks. */
  void reads(Object what) throws IOException {
    if (kind == Kind.KILL || kind == Kind.KILL_WITHIN) {
      dead();
    } else if (kind == Kind.FAIL_ONCE && left-- == 0) {
      reached = true;
      throw failure(what);
    }
  }

  /** Called before an operation that changes something. */
  void changes(Object what) throws IOException {
    switch (kind) {
      case KILL -> {
        if (reached || left-- == 0) {
          reached = true;
          throw new Killed();
        }
      }
      case KILL_WITHIN -> {
        dead();
        left--;
      }
      case FAIL_ONCE -> reads(what);
      case FAIL_FROM_THEN_ON -> {
        if (reached || left-- == 0) {
          reached = true;
          throw failure(what);
        }
      }
      case FAIL_RENAME, REFUSE_RENAME_ONCE -> {}
    }
  }

  /** Called before a rename. */
  void renames(Object what) throws IOException {
    changes(what);
    if (kind != Kind.FAIL_RENAME && kind != Kind.REFUSE_RENAME_ONCE) {
      return;
    }
    if (!reached && left-- == 0) {
      reached = true;
      tries = kind == Kind.FAIL_RENAME ? RealDisk.RENAME_TRIES : 1;
    }
    if (reached && tries-- > 0) {
      throw new AccessDeniedException(what.toString());
    }
  }

  /** Whether the process ends within the operation that was just announced. */
  boolean within() {
    if (kind == Kind.KILL_WITHIN && left == -1 && !reached) {
      reached = true;
      return true;
    }
    return false;
  }

  private void dead() {
    if (reached) {
      throw new Killed();
    }
  }

  private static IOException failure(Object what) {
    return new FileSystemException(what.toString(), null, "input/output error");
  }
}
