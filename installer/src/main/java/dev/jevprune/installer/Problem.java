package dev.jevprune.installer;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Something that the user must look at: what happened, to which file, and what to do. */
class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Problem(String message) {
    super(message);
  }

  Problem(String message, Throwable cause) {
    super(message, cause);
  }

  /** One line for any failure, without a stack trace. */
  static String describe(Throwable failure) {
    if (failure instanceof UncheckedIOException unchecked && unchecked.getCause() != null) {
      return describe(unchecked.getCause());
    }
    if (failure instanceof AccessDeniedException denied) {
      return "no permission for " + denied.getFile() + ". Check who owns it and its mode.";
    }
    if (failure instanceof NoSuchFileException missing) {
      return missing.getFile() + " is not there.";
    }
    String message = String.valueOf(failure.getMessage());
    return failure instanceof Problem || failure instanceof FileSystemException
        ? message
        : failure.getClass().getSimpleName() + ": " + message;
  }
}
