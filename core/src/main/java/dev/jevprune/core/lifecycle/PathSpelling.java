package dev.jevprune.core.lifecycle;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One spelling for the paths of a session: absolute against the session's folder, without {@code .}
 * segments, double or trailing slashes. It knows names only and asks no file system, so it never
 * makes two files one: letter case is kept, and a {@code ..} behind a name stays, since that name
 * may be a link. What it does not recognise as equal is kept. Spelling a result again changes
 * nothing.
 */
public final class PathSpelling {

  private final String folder;
  private final boolean windows;

  private PathSpelling(String folder, boolean windows) {
    this.folder = folder;
    this.windows = windows;
  }

  /**
   * The spelling of a session.
   *
   * @param folder the absolute folder the session runs in, as the operating system names it; empty
   *     when it is not known: then relative paths equal only relative ones
   */
  public static PathSpelling in(String folder) {
    boolean windows = hasDrive(folder);
    PathSpelling bare = new PathSpelling("", windows);
    return folder.isEmpty() ? bare : new PathSpelling(bare.of(folder), windows);
  }

  /** The one spelling of {@code path}; empty for an empty path. */
  public String of(String path) {
    String slashed = windows ? path.replace('\\', '/') : path;
    if (slashed.isEmpty()) {
      return "";
    }
    String root = root(slashed);
    Deque<String> names = new ArrayDeque<>();
    boolean ownName = false; // of this path, not of the folder: it may be a link
    if (root.isEmpty() && !folder.isEmpty()) {
      root = root(folder);
      add(names, folder.substring(root.length()));
    }
    String rest = slashed.substring(root(slashed).length());
    for (String name : rest.split("/", -1)) {
      if (name.isEmpty() || name.equals(".")) {
        continue;
      }
      boolean climbs = name.equals("..") && !ownName;
      if (climbs && !names.isEmpty()) {
        names.removeLast();
      } else if (!climbs || root.isEmpty()) {
        names.addLast(name);
        ownName = true;
      }
    }
    String spelt = root + String.join("/", names);
    return spelt.isEmpty() ? "." : spelt;
  }

  private static void add(Deque<String> names, String path) {
    for (String name : path.split("/", -1)) {
      if (!name.isEmpty()) {
        names.addLast(name);
      }
    }
  }

  /** A leading slash, or a drive and its slash with the drive's letter in lower case. */
  private String root(String path) {
    if (windows && hasDrive(path)) {
      return Character.toLowerCase(path.charAt(0)) + ":/";
    }
    return path.startsWith("/") ? "/" : "";
  }

  private static boolean hasDrive(String path) {
    return path.length() >= 3
        && ((path.charAt(0) >= 'a' && path.charAt(0) <= 'z')
            || (path.charAt(0) >= 'A' && path.charAt(0) <= 'Z'))
        && path.charAt(1) == ':'
        && (path.charAt(2) == '/' || path.charAt(2) == '\\');
  }
}
