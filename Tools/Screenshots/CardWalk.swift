import Browser
import Person
import SimulatedCard

/// The screens of a card: an account that begins with one, what is done with it, and what is said when it is stuck or missing.
struct CardWalk {
  let visit: CardVisit
  let camera: Camera

  func walk() async throws {
    let screens = CardScreens(visit) { try await camera.take($0) }, card = SimulatedCard()
    let puk = try await screens.begin(with: card)
    try await screens.use()
    try await visit.signOut()
    try await screens.freeze(puk: puk)
    try await visit.signOut()
    try await screens.miss()
  }
}
