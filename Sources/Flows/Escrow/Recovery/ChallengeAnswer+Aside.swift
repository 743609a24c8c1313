import Vocabulary
import HandsProtocol

/// The text alongside a challenge. It explains the answer if the person must type one, otherwise the expected event.
extension Aside {
  static func challenge(_ kind: EscrowKind?) -> Aside {
    Aside(
      whatStepMeans,
      [
        (
          Copy("C-45.1", "Where your answer goes"),
          Copy("C-45.1t", "From this computer to this one provider. No other sees it, and neither do we.")
        ),
        (
          Copy("C-68.1", "If it is wrong"),
          Copy("C-68.1t", "Nothing that you have done is lost. Providers allow a few tries, and then ask for patience.")
        ),
      ] + (kind == .post ? [(Copy("C-45.2", "A letter takes days"), mayStop)] : []))
  }
  static let transfer = Aside(whatStepMeans, [(Copy("C-45.3", "A transfer takes days"), mayStop)])
  static let photoWaits = Aside(
    whatStepMeans,
    [
      (
        yourPhoto,
        Copy(
          "C-45.4t", "It waits there until the day below. Whoever hosts the provider sees it, and nobody else.",
          inTerminal:
            "It waits there until the day that you were told. Whoever hosts the provider sees it, and nobody else.")
      ), (Copy("C-45.5", "If it takes days"), mayStop),
    ])
  static let photoIsErased = Aside(
    whatStepMeans,
    [
      (
        yourPhoto,
        Copy("C-45.6t", "It is erased there. If you ask once more, it goes there anew, under another number.")
      )
    ])
  /// The text for a check that cannot continue for now.
  static let halted = Aside(whatStepMeans, [(Copy("C-45.7", "If you stop here"), mayStop)])

  private static let yourPhoto = Copy("C-45.4", "Your photo")
  private static let mayStop = Copy(
    "C-45.2t", "You can stop here and come back. What you have done is kept on this computer.")
}
