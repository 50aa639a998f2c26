package dev.jevprune.core.lifecycle;

import java.util.Optional;

/**
 * A read and what later calls made of it.
 *
 * @param event the read
 * @param readClass the exclusive class
 * @param superseded whether the same range was read again later, be it stale or not
 * @param cause the first later call that made it stale, or superseded where it is not stale;
 *     nothing for a fresh read
 */
public record ClassifiedRead(
    ToolEvent event, ReadClass readClass, boolean superseded, Optional<ToolEvent> cause) {}
