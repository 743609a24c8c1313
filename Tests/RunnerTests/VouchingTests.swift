import Encoding
import RelyingParty
import Testing

@testable import Runner

/// What is noted of an attestation when a key is registered.
@Suite struct VouchingTests {
  @Test(
    "Who vouches is noted with a key and stays when it is tapped again, and hardware keys are asked for an attestation")
  func noted() async throws {
    let keys = Keys()
    var (desk, _) = try await Desk.enrolled(keys)
    try await desk.openJournal(keys.yellow)
    let account = try desk.account
    let credentials = try await desk.store.read { try $0.credentials(of: account) }
    #expect(credentials.count == 3 && credentials.allSatisfy { $0.vouching == Vouching.nobody.rawValue })
    try await desk.beginEnrollment(keys.yellow)
    let options = try #require(desk.answer?.start.last?.options)
    #expect(options.contains(#""attestation":"direct""#))
  }
}
