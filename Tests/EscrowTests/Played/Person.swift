import Encoding
import Foundation
import Testing

@testable import Escrow

/// A person with three methods, and policies of any two of them.
enum Person {
  static let attributes = ["full_name": "Erika Müller", "birthdate": "1971-02-03"]
  static let secret: [UInt8] = Array("the seed of a garden".utf8)
  static let answer = "blue", email = "erika@example.com"
  static let clockKey = [UInt8](repeating: 7, count: 32)

  static var methods: [BackupMethod] {
    [
      BackupMethod.question("Favourite colour?", answer: Secret(Array(answer.utf8)))!, .email(EmailAddress(email)!),
      .totp(key: Secret(clockKey), instructions: "the clock")!,
    ]
  }

  /// One method at each of three providers.
  static func order(_ providers: [PlayedProvider], name: String? = "garden", secret: [UInt8] = secret) -> BackupOrder {
    let parts = methods.indices.map { PolicyPart(method: $0, provider: providers[$0 % providers.count].address) }
    return BackupOrder(
      attributes: attributes, methods: methods,
      policies: [[parts[0], parts[1]], [parts[0], parts[2]], [parts[1], parts[2]]],
      providers: Dictionary(uniqueKeysWithValues: providers.map { ($0.address, $0.configuration) }),
      secret: CoreSecret(Secret(secret), mime: "text/plain"), secretName: name, years: 2)
  }

  /// Makes a complete backup.
  @discardableResult
  static func backUp(
    _ providers: [PlayedProvider], _ client: ProviderClient, name: String? = "garden", secret: [UInt8] = secret
  ) async throws -> BackupDraft {
    let (draft, outcome) = await BackupClient(client).upload(
      try await BackupDraft(planning: order(providers, name: name, secret: secret)))
    guard outcome.isComplete else { throw EscrowError(.invalid, "a backup that did not complete") }
    return draft
  }

  static func recovery(_ providers: [PlayedProvider]) throws -> RecoveryDraft {
    try RecoveryDraft(variants: [attributes], providers: providers.map(\.address))
  }
  /// The recovery with the first provider's document open.
  static func opened(_ providers: [PlayedProvider], by recovery: RecoveryClient) async throws -> RecoveryDraft {
    try await recovery.open(await recovery.discover(Self.recovery(providers)), at: providers[0].address).draft
  }
  static func clockCode(_ provider: PlayedProvider) -> AnswerCode {
    AnswerCode(TimeBasedCode.code(key: Secret(clockKey), counter: provider.state.withLock(\.now) / 30))
  }
}

/// The draft after the program was killed and restarted, as read back from a file.
func reread<Draft: Codable>(_ draft: Draft) throws -> Draft {
  try JSONDecoder().decode(Draft.self, from: JSONEncoder().encode(draft))
}

/// Records a result that the test does not expect.
func surprise(_ value: some Any, at location: SourceLocation = #_sourceLocation) {
  Issue.record("\(value)", sourceLocation: location)
}
