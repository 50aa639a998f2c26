/**
 * Receipts: the lasting form of a decision, without any text of the conversation.
 *
 * <p>API.
 */
@NullMarked
package dev.jevprune.core.receipt;

import org.jspecify.annotations.NullMarked;
