import Encoding
import RelyingParty
import Testing

@testable import Runner

/// Tests what is recorded about an attestation when a key is registered.
@Suite struct VouchingTests {
  /// The record is kept when the key is tapped again.
  @Test("who vouches for a key is recorded and kept; hardware keys are asked for an attestation")
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
