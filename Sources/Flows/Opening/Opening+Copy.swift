import Vocabulary

extension Copy {
  static let opening = Copy("opening", "Opening…")
  static let confirmWithCard = Copy("opening.card", "Confirm with your card")
}

extension Opening.Purpose {
  var title: Copy {
    switch self {
    case .enrollment: .enrollmentTitle
    case .journal: .journalTitle
    case .code: .codeTitle
    case .revocation: .revocationTitle
    case .renaming: .renamingTitle
    case .migration: .migrationTitle
    case .escrow: .escrowTitle
    case .rewrap: .keyTestTitle
    case .codeTest: .codeTestTitle
    case .rehearsal: .rehearsalTitle
    case .escrowTest: .escrowTestTitle
    case .copying: .copyingTitle
    case .deletion: .deletionTitle
    case .introduction: .introductionTitle
    }
  }
}

extension Aside {
  /// - Parameter goesWithRun: `true` if stopping here undoes what was saved before.
  static func opening(goesWithRun: Bool = false) -> Aside {
    let stopping =
      goesWithRun
      ? Copy(
        "opening.3run",
        "We ask once more, then take back what you saved here so far.") : Copy("opening.3t", "Nothing has changed.")
    return Aside(whatStepMeans, what + [(Copy("opening.3", "If you stop here"), stopping)])
  }

  private static let what = [
    (
      Copy("opening.1", "Why we ask"),
      Copy(
        "opening.1t", "Whoever finds this browser signed in must not be able to change who can open your account.",
        inTerminal: "Whoever finds you signed in must not be able to change who can open your account.")
    ),
    (
      Copy("opening.2", "What the touch does"),
      Copy(
        "opening.2t",
        """
        It proves that you are here. A key that can open your journal opens it in this page; what opens it never \
        reaches us.
        """,
        inTerminal: """
          It proves that you are here. What can open your journal opens it in this terminal; what opens it never \
          reaches us.
          """)
    ),
  ]
}
