import Authenticator
import Encoding
import Foundation
import Testing

@Suite struct BoundToStoreTests {
  @Test(
    "E-05 E-09: storage copied to another machine opens nothing there, whatever the flags say",
    arguments: FlagProfile.allCases)
  func copiedShelf(_ profile: FlagProfile) async throws {
    let device = try await Device.ready { $0.profile = profile }
    let made = try await Site().register(device) { $0.isDiscoverable = true }
    let byID = try await Site(user: "named").register(device)
    let other = try Device(storage: MemoryStorage(device.storage.pieces))
    try await other.client.setPIN(Secret(utf8: Device.pin))
    #expect(try await other.client.listCredentials(try await other.token(.credentialManagement, rpID: nil)).isEmpty)
    for record in [made.verdict.credential, byID.verdict.credential] {
      await #expect(throws: CTAPStatus.noCredentials) { try await Site().signIn(other, record) }
    }
  }

  @Test("E-10: storage contains no site, account or key in plaintext")
  func nothingInClear() async throws {
    let device = try await Device.ready()
    let made = try await Site(user: "margaret hamilton").register(device) { $0.isDiscoverable = true }
    let all = Data(device.storage.pieces.flatMap { Array($0.key.utf8) + $0.value })
    for secret in [
      Data(Site.id.utf8), Data("margaret".utf8), Data(made.id), Data(made.verdict.credential.publicKey.suffix(32)),
    ] {
      #expect(all.range(of: secret) == nil)
    }
  }
}
