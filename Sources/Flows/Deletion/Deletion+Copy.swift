import Sentences
import Vocabulary

extension Copy {
  static let deletionTitle = Copy("delete.title", "Delete this account")
  static let deletionAsks = Copy("delete.asks", "Delete this account for good?")
  static let deleteAccount = Copy("delete.button", "Delete it in seven days")
}

extension Fact {
  /// What happens to each thing, the time first.
  static let deletion = [
    Fact(
      "Seven days",
      Copy("delete.days", "Until then, everything works as before, and any of your ways in takes it back.")),
    Fact(
      "Then",
      Copy("delete.then", "The account, its keys and its journal are gone from here. We can't bring them back.")),
    Fact(
      "On your keys",
      Copy("delete.keys", "A passkey stays where it lies, and opens nothing any more. Delete it there if you like.")),
    Fact(
      "What you took with you",
      Copy("delete.copies", "A copy of your journal still opens with what you printed or set up for it.")),
    Fact(
      "With providers",
      Copy("delete.providers", "What they keep for account recovery runs out by itself, and leads nowhere.")),
    Fact(
      "In the log",
      Copy(
        "delete.log",
        """
        The lines about this account stay, with random numbers for you and your keys, with the services that knew you, \
        and without your name. Otherwise, nobody could check the rest.
        """)),
  ]
}

extension Aside {
  static let deletion = Aside(
    whatStepMeans,
    [
      (
        Copy("delete.1", "Why seven days"),
        Copy("delete.1t", "If somebody else did this with a key of yours, you have a week to see it and stop it.")
      ),
      (
        Copy("delete.2", "Other browsers"),
        Copy("delete.2t", "They are signed out at once. This one stays signed in.")
      ),
    ])
}
