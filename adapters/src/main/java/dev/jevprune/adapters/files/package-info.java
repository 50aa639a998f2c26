/**
 * Reads the files in which hosts keep or dump conversations, and the older kit's files, for reports
 * and for approving from the command line. Each reader gets the bytes of one file that the user
 * named; nothing here looks for files.
 *
 * <p>Internal to the product; called by the command lines.
 */
@NullMarked
package dev.jevprune.adapters.files;

import org.jspecify.annotations.NullMarked;
