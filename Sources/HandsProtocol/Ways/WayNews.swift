/// What came of work on the Master Key.
public enum WayNews: Hashable, Sendable {
  case opened
  /// Words were drawn, and can be seen.
  case shown
  /// Something to store or to check, as JSON text: a `SealedBundle`, a `RecoveryLookup`, a `RecoveryProof`.
  case made(String)
  /// This key has no PRF, or did not use it (G-19).
  case signsInOnly
  /// These hands do not have the Master Key open: the page was loaded anew.
  case closed
  /// These hands have nothing from this key: it was touched in another page.
  case untouched
  /// The key signed, and gives another secret than the one its wrap was made for: its PIN or fingerprints were set anew (G-20).
  case mismatched
  /// What the server gave does not fit together. Nothing was opened (WRAPS §5).
  case refused
  /// The account was begun by an earlier version, which did not vouch for who gets the next Master Key. Nothing was opened.
  case fromBefore
  /// These hands lack what it takes.
  case unable
}

extension WayNews {
  /// The public text that goes with it.
  public var made: String? { if case .made(let text) = self { text } else { nil } }

  /// How each is called; in `HandsMessage` after `way.`.
  enum Kind: String, CaseIterable { case opened, shown, made, signsInOnly, closed, untouched, mismatched, refused, fromBefore, unable }

  init(_ kind: Kind, made: () throws -> String) rethrows {
    self =
      switch kind {
      case .opened: .opened
      case .shown: .shown
      case .made: .made(try made())
      case .signsInOnly: .signsInOnly
      case .closed: .closed
      case .untouched: .untouched
      case .mismatched: .mismatched
      case .refused: .refused
      case .fromBefore: .fromBefore
      case .unable: .unable
      }
  }

  var kind: Kind {
    switch self {
    case .opened: .opened
    case .shown: .shown
    case .made: .made
    case .signsInOnly: .signsInOnly
    case .closed: .closed
    case .untouched: .untouched
    case .mismatched: .mismatched
    case .refused: .refused
    case .fromBefore: .fromBefore
    case .unable: .unable
    }
  }
}
