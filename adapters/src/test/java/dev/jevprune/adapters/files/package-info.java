/** Tests of the file readers. */
@NullMarked
package dev.jevprune.adapters.files;

import org.jspecify.annotations.NullMarked;
