import FlowKit

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
    }
  }
}

extension Aside {
  static let opening = Aside(
    whatStepMeans,
    [
      (
        Copy("opening.1", "Why we ask"),
        Copy(
          "opening.1t", "Whoever finds this browser signed in must not be able to change who can open your account.",
          inTerminal: "Whoever finds you signed in must not be able to change who can open your account.")
      ),
      (
        Copy("opening.2", "What the touch does"),
        Copy(
          "opening.2t", "It proves that you are here, and it opens your Master Key in this page. The key to it never reaches us.",
          inTerminal: "It proves that you are here, and it opens your Master Key in this terminal. The key to it never reaches us.")
      ),
      (Copy("opening.3", "If you stop here"), Copy("opening.3t", "Nothing has changed.")),
    ])
}
