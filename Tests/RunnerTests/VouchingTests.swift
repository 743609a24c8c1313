import Encoding
import RelyingParty
import Testing

@testable import Runner

/// The notes taken of an attestation when a key is registered.
@Suite struct VouchingTests {
  /// The note stays when the key is tapped again.
  @Test("The voucher of a key is noted, and stays; hardware keys are asked for an attestation")
  func noted() async throws {
    let keys = Keys()
    var (client, _) = try await Client.enrolled(keys)
    try await client.openJournal(keys.yellow)
    let account = try client.account
    let credentials = try await client.store.read { try $0.credentials(of: account) }
    #expect(credentials.count == 3 && credentials.allSatisfy { $0.vouching == Vouching.nobody.rawValue })
    try await client.beginEnrollment(keys.yellow)
    let options = try #require(client.answer?.start.last?.options)
    #expect(options.contains(#""attestation":"direct""#))
  }
}
