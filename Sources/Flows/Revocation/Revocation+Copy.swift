import Model
import Sentences
import Vocabulary

extension Copy {
  static let revocationTitle = Copy("A-68.title", "Revoke a key")
  static let revokeMissing = Copy("A-68", "Revoke missing key?")
  static let whoeverHoldsIt = Copy("A-68.why", "Whoever holds the missing key and knows its PIN can still sign in.")
  /// The key that signed in is not among those to revoke.
  static func stays(isCard: Bool) -> Copy {
    isCard
      ? Copy("A-68.stays.card", "The card that you signed in with stays.")
      : Copy("A-68.stays", "The key that you signed in with stays.")
  }
  static let noOtherKey = Copy("A-68.none", "There is no other key to revoke.")
  static func revokeKey(_ name: Sentence) -> Copy { Copy("A-68.key", "Revoke “\(name)”") }
  static let revokeAll = Copy("A-68.all", "Revoke all of these")
  static let codeIsDue = Copy(
    "revoke.code.due",
    """
    The recovery code that you saved before still works. Make a new one in Settings, with a key that opens your journal.
    """)
  static let notNow = Copy("A-68.later", "Not now")
  static func question(_ names: [Sentence]) -> Copy {
    names.count == 1
      ? Copy("revoke.question", "Is \(names.listed) lost, or may someone have it?")
      : Copy("revoke.question.some", "Are \(names.listed) lost, or may someone have them?")
  }
  static func areLost(_ count: Int) -> Copy {
    count == 1 ? Copy("revoke.lost", "It's lost or broken") : Copy("revoke.lost.some", "They're lost or broken")
  }
  static func mayBeHeld(_ count: Int) -> Copy {
    count == 1 ? Copy("revoke.held", "Someone may have it") : Copy("revoke.held.some", "Someone may have them")
  }
  private static func stops(_ count: Int) -> Copy {
    count == 1
      ? Copy("revoke.stops", "The key stops working here.") : Copy("revoke.stops.some", "The keys stop working here.")
  }
  static func lostCosts(_ count: Int, hasCode: Bool) -> Copy {
    guard hasCode else { return stops(count) }
    return count == 1
      ? Copy("revoke.lost.costs", "The key stops working here. Your recovery code stays valid.")
      : Copy("revoke.lost.costs.some", "The keys stop working here. Your recovery code stays valid.")
  }
  /// Describes what revoking costs. It is not yet known how the revocation will be confirmed, and new words are made
  /// only with a key that opens the Master Key.
  static func heldCosts(_ count: Int, _ standing: AccountState, _ remaining: RemainingWays) -> Copy {
    guard standing.hasCode else { return heldCostsWithoutCode(count) }
    if !remaining.hasKey { return heldCostsForLast(count) }
    return standing.keys.allSatisfy(\.opens) ? heldCostsWhereAllOpen(count) : heldCostsWhereSomeOpen(count)
  }
  private static func heldCostsWithoutCode(_ count: Int) -> Copy {
    count == 1
      ? Copy("revoke.held.stops", "If you are unsure, choose this. The key stops working here.")
      : Copy("revoke.held.stops.some", "If you are unsure, choose this. The keys stop working here.")
  }
  private static func heldCostsForLast(_ count: Int) -> Copy {
    count == 1
      ? Copy(
        "revoke.held.costs.last",
        """
        The key stops working here. Whoever has it may have what lay with it, your recovery code too, and only a key \
        that can open makes a new one: add another key first, and then revoke.
        """)
      : Copy(
        "revoke.held.costs.last.some",
        """
        The keys stop working here. Whoever has them may have what lay with them, your recovery code too, and only a \
        key that can open makes a new one: add another key first, and then revoke.
        """)
  }
  private static func heldCostsWhereAllOpen(_ count: Int) -> Copy {
    count == 1
      ? Copy(
        "revoke.held.costs",
        """
        If you are unsure, choose this. The key stops working here. Whoever has it may have what lay with it, so a new \
        recovery code follows.
        """)
      : Copy(
        "revoke.held.costs.some",
        """
        If you are unsure, choose this. The keys stop working here. Whoever has them may have what lay with them, so a \
        new recovery code follows.
        """)
  }
  private static func heldCostsWhereSomeOpen(_ count: Int) -> Copy {
    count == 1
      ? Copy(
        "revoke.held.costs.later",
        """
        If you are unsure, choose this. The key stops working here. Whoever has it may have what lay with it, your \
        recovery code too: a new one follows if you confirm with a key that can open, and else you make it later in \
        Settings.
        """)
      : Copy(
        "revoke.held.costs.later.some",
        """
        If you are unsure, choose this. The keys stop working here. Whoever has them may have what lay with them, your \
        recovery code too: a new one follows if you confirm with a key that can open, and else you make it later in \
        Settings.
        """)
  }
  /// With a new code, it makes no difference whether somebody may have the key.
  static func reallyRemove(_ names: Sentence) -> Copy {
    Copy(
      "back.remove.question",
      "Remove \(names)? It stops signing in, and it opens nothing that is written from now on.")
  }
  static let removeNow = Copy("back.remove.now", "Remove it")
  static let lastWayIn = Copy(
    "revoke.last", "This is the last of your keys and cards. Save a recovery code or add another key first.")
  static let lastThatOpens = Copy(
    "revoke.last.opens", "It is the last that opens your journal. Save a recovery code or add another key first.")
  /// Says what is left to somebody without any key.
  static func afterLastKey(_ remaining: RemainingWays) -> Copy {
    switch (remaining.hasCode, remaining.hasRecovery) {
    case (true, true):
      Copy(
        "revoke.key.recovery",
        "This is your last key. After this, only your recovery code and account recovery open your journal.")
    case (false, true):
      Copy("revoke.key.shares", "This is your last key. After this, only account recovery opens your journal.")
    case (_, false):
      Copy("revoke.key.code", "This is your last key. After this, only your recovery code opens your journal.")
    }
  }
  /// Says what still opens the journal for somebody whose other keys only sign in.
  static func onlyWhatRemains(_ remaining: RemainingWays) -> Copy {
    switch (remaining.hasCode, remaining.hasRecovery) {
    case (true, true):
      Copy(
        "revoke.code.recovery",
        "This is your last key that opens. After this, only your recovery code and account recovery open your journal.")
    case (false, true):
      Copy("revoke.recovery", "This is your last key that opens. After this, only account recovery opens your journal.")
    case (_, false):
      Copy("revoke.code", "This is your last key that opens. After this, only your recovery code opens your journal.")
    }
  }
  static func isRevoked(_ names: Sentence) -> Copy { Copy("revoke.done", "Revoked: \(names).") }
  /// Says, beside the new words, that what is lost does no harm any more.
  static func revokedAlready(_ names: [Sentence]) -> Copy {
    names.count == 1
      ? Copy("revoke.done.already", "Revoked: \(names.listed). It can't sign in any more.")
      : Copy("revoke.done.already.some", "Revoked: \(names.listed). They can't sign in any more.")
  }
  static func revokedMeans(_ count: Int) -> Copy {
    count == 1
      ? Copy("revoke.means", "It can't sign in any more, and it opens nothing that is written from now on.")
      : Copy("revoke.means.some", "They can't sign in any more, and they open nothing that is written from now on.")
  }
  static let enrollPrimary = Copy("A-73.enroll", "Enroll a new primary key now")
  static let enrollAnother = Copy("A-68.enroll", "Add another key now")
}

extension Aside {
  static let revocation = Aside(
    whatStepMeans,
    [
      (
        Copy("revoke.1", "Revoking"),
        Copy(
          "revoke.1t",
          """
          The key stops signing in, and your journal gets a new lock, which the others open. This can't be undone, but \
          you can add the key again if it turns up.
          """)
      ),
      (
        Copy("revoke.2", "If someone may have it"),
        Copy(
          "revoke.2t",
          """
          Then your recovery code has to be made anew as well. Whoever holds the key may have what lay with it, the \
          paper too.
          """)
      ),
      (
        Copy("revoke.3", "What it could read"),
        Copy(
          "revoke.3t",
          """
          Whoever copied your account's data before and holds the key can still read what was there. Nobody can undo \
          that.
          """)
      ),
    ])
}
