import Browser
import Person
import SimulatedCard

/// The screens for a card: creating an account with one, using it, and what is shown when it is stuck or missing.
struct CardWalk {
  let visit: CardVisit
  let camera: Camera

  /// Of screens that differ only in a sentence, only one is included.
  private static let pictured: Set = [
    "card-begin", "card-code", "card-connect", "card-new-pin", "card-secrets", "card-phrase", "card-room",
    "card-status", "card-phrase-entry",
    "card-erase", "card-sign-message", "card-sign-review", "card-signed", "card-last-try", "card-frozen", "card-puk",
    "card-no-reader",
  ]

  func walk() async throws {
    let screens = CardScreens(visit) { if Self.pictured.contains($0) { try await camera.take($0) } }
    let puk = try await screens.begin(with: SimulatedCard())
    try await screens.use()
    try await visit.signOut()
    try await screens.freeze(puk: puk)
    try await visit.signOut()
    try await screens.miss()
  }
}
