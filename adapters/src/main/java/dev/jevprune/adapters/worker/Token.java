package dev.jevprune.adapters.worker;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.jevprune.adapters.store.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.HmacAlgorithms;
import org.apache.commons.codec.digest.HmacUtils;

/**
 * The secret of one worker, which its file alone hands on. It never travels: both sides show that
 * they have it by a keyed digest of a number that is used once.
 *
 * @param hex 64 hex digits
 */
record Token(String hex) {
  private static final int BYTES = 32;
  private static final int MAX_FILE_BYTES = 256;
  private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

  /**
   * Who shows a proof; it is part of what is digested, so that one side's cannot serve as the
   * other's.
   */
  enum Side {
    CLIENT,
    WORKER
  }

  Token {
    if (!FORM.matcher(hex).matches()) {
      throw new IllegalArgumentException("a token has 64 hex digits");
    }
  }

  @Override
  public String toString() {
    return "Token[secret]"; // so that no message holds it by accident
  }

  /** A number that is used once, as 64 hex digits. */
  static String nonce() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /**
   * What {@code side} shows for {@code nonce}: HMAC-SHA256 of its name, a line feed and the nonce.
   */
  String proof(Side side, String nonce) {
    String name = side == Side.CLIENT ? "client" : "worker";
    return new HmacUtils(HmacAlgorithms.HMAC_SHA_256, HexFormat.of().parseHex(hex))
        .hmacHex(name + "\n" + nonce);
  }

  /**
   * Makes a new token and writes it into {@code file}, which is for this user alone.
   *
   * @throws IOException when it cannot be made so
   */
  static Token create(Path file) throws IOException {
    Files.deleteIfExists(file);
    Token token = new Token(nonce());
    try (FileChannel channel =
        FileChannel.open(
            file, Set.of(CREATE_NEW, WRITE, NOFOLLOW_LINKS), PrivateFiles.filePermissions(file))) {
      restrict(file); // while it is still empty
      ByteBuffer text = ByteBuffer.wrap((token.hex + "\n").getBytes(StandardCharsets.US_ASCII));
      while (text.hasRemaining()) {
        channel.write(text);
      }
      channel.force(true);
    }
    return token;
  }

  /** Without POSIX modes, the access list gets one entry: the owner. */
  private static void restrict(Path file) throws IOException {
    if (posix(file)) {
      return; // 0600 since it was made
    }
    AclFileAttributeView view =
        Files.getFileAttributeView(file, AclFileAttributeView.class, NOFOLLOW_LINKS);
    if (view == null) {
      throw new IOException(
          file + " cannot be made private: its file system has neither modes nor access lists.");
    }
    view.setAcl(
        List.of(
            AclEntry.newBuilder()
                .setType(AclEntryType.ALLOW)
                .setPrincipal(view.getOwner())
                .setPermissions(EnumSet.allOf(AclEntryPermission.class))
                .build()));
  }

  /**
   * Reads the token of a worker of this user.
   *
   * @return empty when there is none
   * @throws IOException when the file is a link, or where modes tell: not this user's alone
   */
  static Optional<Token> read(Path file) throws IOException {
    Optional<byte[]> bytes = new PrivateFiles().read(file, MAX_FILE_BYTES);
    if (bytes.isEmpty()) {
      return Optional.empty();
    }
    Path folder = file.getParent();
    try {
      if (posix(file) && (folder == null || !ownersAlone(file, OwnUser.learn(folder)))) {
        throw new IOException(
            file + " is not a file of yours with mode 0600; the worker is not used.");
      }
    } catch (NoSuchFileException e) {
      return Optional.empty(); // the next worker is about to write its own
    }
    String hex = new String(bytes.get(), StandardCharsets.US_ASCII).strip();
    return FORM.matcher(hex).matches() ? Optional.of(new Token(hex)) : Optional.empty();
  }

  private static boolean ownersAlone(Path file, OwnUser user) throws IOException {
    Set<PosixFilePermission> mode =
        Files.readAttributes(file, PosixFileAttributes.class, NOFOLLOW_LINKS).permissions();
    return user.owns(file)
        && Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE)
            .containsAll(mode);
  }

  private static boolean posix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
