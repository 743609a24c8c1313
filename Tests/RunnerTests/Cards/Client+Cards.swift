import Demo
import Vocabulary
import Foundation
import Model
import Testing

@testable import Runner

/// The buttons that a person with a Keycard presses.
extension Client {
  /// A client with a salt and a card in its reader.
  static func withCard(isRehearsal: Bool = false) async throws -> Client {
    var client = try await Client.asking()
    client.card = try PlayedCard(isRehearsal: isRehearsal)
    return client
  }

  /// Creates a new account whose first way in is the card.
  mutating func onboard(_ name: String = "mirela") async throws {
    try await start(.cardOnboarding)
    try await press("settingUp.choose.existing")
    try await enterCard()
    guard choices.contains("register") else { return }  // the card is known here
    try await press("register", ["username": name])
  }
  mutating func signInWithCard() async throws {
    try await start(.cardLogin)
    try await enterCard()
  }
  /// Enters the PIN wherever it is asked for.
  mutating func enterCard() async throws {
    if let action = choices.first(where: { $0.hasSuffix("goOn") }) { try await press(action) }
    guard let action = choices.first(where: { $0.hasSuffix("pin.submit") }) else { return }
    try await press(action, ["pin": "ready"])
  }
  /// Adds the card as another way into the signed-in account.
  mutating func addCard(confirmedBy key: DemoAuthenticator) async throws {
    try await start(.cardMigration)
    try await press("opening.confirm")
    try await touch(key)
    try await press("settingUp.choose.existing")
    try await enterCard()
  }
  /// The card's row, regardless of who is signed in.
  func cardRow() async throws -> Way? {
    guard let id = card?.id else { return nil }
    return try await store.read { try $0.way(KeyID(rawValue: id)) }
  }
}
