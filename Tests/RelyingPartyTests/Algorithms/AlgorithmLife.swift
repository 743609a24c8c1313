import Encoding
import Testing

@testable import RelyingParty

/// Expectations that hold for a key of any algorithm.
enum AlgorithmLife {
  /// Expects that the key registers without attestation, attests itself and signs in, and that no signature but its own
  /// does.
  static func expect(_ key: TestAuthenticator.Key, _ party: RelyingParty = Ceremony.party) throws {
    var authenticator = TestAuthenticator(key: key)
    let record = try Ceremony.register(authenticator, party).get().credential
    authenticator.signCount = 2
    #expect(try Ceremony.authenticate(authenticator, party, record: record).get().newSignCount == 2)
    for change in changes {
      expectRefusal(
        try Ceremony.authenticate(authenticator, party, record: record, signature: change), 21, .badSignature)
    }
    authenticator.attestSelf()
    #expect(try Ceremony.register(authenticator, party).get().attestation.type == .self)
  }

  /// A bit flipped at each end and in the middle, one byte added, one removed, or an empty signature.
  private static let changes: [@Sendable ([UInt8]) -> [UInt8]] = [
    { flip($0, 0) }, { flip($0, $0.count / 3) }, { flip($0, $0.count / 2) }, { flip($0, $0.count - 1) }, { $0 + [0] },
    { $0.dropLast() }, { _ in [] },
  ]

  private static func flip(_ signature: [UInt8], _ index: Int) -> [UInt8] {
    var signature = signature
    signature[index] ^= 1
    return signature
  }

  /// Expects that a key with one changed member of its COSE_Key is refused at step 20.
  static func expectRefusedKey(
    _ key: TestAuthenticator.Key, changing members: [Int64: CBORValue], _ party: RelyingParty = Ceremony.party,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var authenticator = TestAuthenticator(key: key)
    let changed = try COSEMembers.read(try authenticator.publicKey()).merging(members) { $1 }
    authenticator.coseKey = TestAuthenticator.cose(changed)
    expectRefusal(try Ceremony.register(authenticator, party), 20, .invalidPublicKey, sourceLocation: sourceLocation)
  }

  /// Expects that a signature made with `other` does not verify with `key`, although the COSE_Key is valid.
  static func expectConfusionRefused(_ key: TestAuthenticator.Key, signingAs other: TestAuthenticator.Key) throws {
    let record = try Ceremony.register(TestAuthenticator(key: key)).get().credential
    expectRefusal(try Ceremony.authenticate(TestAuthenticator(key: other), record: record), 21, .badSignature)
  }
}
