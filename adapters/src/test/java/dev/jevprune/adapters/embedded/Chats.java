package dev.jevprune.adapters.embedded;

/** Conversations that tests share. */
final class Chats {
  static final String PATH = "conf/server.toml";
  static final String BODY = "port = 8080 # a line of a file that is read again\n".repeat(12);
  static final String OTHER_PATH = "src/Main.java";
  static final String OTHER =
      "class Main { int count; } // another line of another file\n".repeat(9);

  private Chats() {}

  /**
   * A file read twice ("a1", "a2"), then a new turn and 17 later messages: 26 in all, with one pair
   * to find.
   */
  static PiMessages onePair() {
    return later(firstTurn().user("Now start the server."), 17);
  }

  /** Two pairs: "a1"/"a2" and "b1"/"b2". */
  static PiMessages twoPairs() {
    PiMessages chat = firstTurn();
    chat.read("b2", OTHER_PATH, OTHER)
        .assistant("Both are the same.")
        .user("Now start the server.");
    return later(chat, 17);
  }

  static PiMessages firstTurn() {
    return new PiMessages()
        .user("Which port does the server use?")
        .read("a1", PATH, BODY)
        .read("b1", OTHER_PATH, OTHER)
        .read("a2", PATH, BODY)
        .assistant("It uses port 8080.");
  }

  static PiMessages later(PiMessages chat, int messages) {
    int end = chat.size() + messages - 1;
    for (int i = 0; chat.size() < end; i++) {
      chat.bash("s" + i, "step " + i, "done " + i + "\n");
    }
    return chat.assistant("It runs.");
  }
}
