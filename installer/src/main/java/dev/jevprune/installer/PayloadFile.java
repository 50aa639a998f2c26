package dev.jevprune.installer;

/**
 * One file of a runtime folder.
 *
 * @param path where, relative to the runtime folder, with {@code /} between the names
 * @param content the bytes
 * @param program whether it may be executed (0700 instead of 0600)
 */
record PayloadFile(String path, Content content, boolean program) {
  FileMode mode() {
    return program ? FileMode.PROGRAM : FileMode.PRIVATE;
  }
}
