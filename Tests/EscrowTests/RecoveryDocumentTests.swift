import Encoding
import Foundation
import Testing

@testable import Escrow

@Suite struct RecoveryDocumentTests {
  private static func draw(_ count: Int) -> Base32Bytes { Base32Bytes(DrawnBytes.bytes(count)) }
  private static func method(_ id: Base32Bytes = draw(32)) -> RecoveryDocument.Method {
    RecoveryDocument.Method(
      url: "https://one.example/", type: .email, truthID: id, truthKey: draw(64), questionSalt: draw(16),
      providerSalt: draw(16),
      instructions: "m?@example.com")
  }
  private static func document() throws -> (RecoveryDocument, [Base32Bytes: KeyShare]) {
    let methods = [method(), method(), method()], master = DrawnBytes.secret(64)
    let shares = Dictionary(uniqueKeysWithValues: methods.map { ($0.truthID, KeyShare.draw()) })
    let policies = [[0, 1], [1, 2]].map { indices in
      let salt = draw(64)
      let key = PolicyKey(indices.map { shares[methods[$0].truthID]! }, salt: salt.bytes)
      return RecoveryDocument.Policy(
        salt: salt, masterKey: Base32Bytes(key.seal(master: master)), truthIDs: indices.map { methods[$0].truthID })
    }
    let core = try CoreSecret(Secret([1, 2, 3]), mime: "text/plain", filename: "a.txt").sealed(under: master)
    return (
      RecoveryDocument(
        secretName: "Größe", encryptedCoreSecret: Base32Bytes(core), methods: methods, policies: policies), shares
    )
  }

  @Test("A sealed document opens only for its provider, and any one policy yields the secret")
  func wholeWay() throws {
    let (document, shares) = try Self.document()
    let packed = try PackedDocument(document)
    let user = try UserIdentifier(["full_name": "A"], providerSalt: [UInt8](repeating: 1, count: 16))
    let other = try UserIdentifier(["full_name": "A"], providerSalt: [UInt8](repeating: 2, count: 16))
    let sealed = packed.sealed(for: user)
    #expect(throws: EscrowError(.sealed, "")) { try PackedDocument(opening: sealed, for: other) }
    let opened = try PackedDocument(opening: sealed, for: user)
    #expect(opened.hash == packed.hash)
    let read = try opened.document()
    #expect(read == document)
    for policy in read.policies {
      let secret = try read.coreSecret(of: policy, with: shares)
      #expect(secret.value.exposed == [1, 2, 3] && secret.mime == "text/plain" && secret.filename == "a.txt")
    }
    var fewer = shares
    fewer[read.policies[0].truthIDs[0]] = nil
    #expect(throws: EscrowError(.invalid, "")) { try read.coreSecret(of: read.policies[0], with: fewer) }
    fewer[read.policies[0].truthIDs[0]] = KeyShare.draw()
    #expect(throws: EscrowError(.sealed, "")) { try read.coreSecret(of: read.policies[0], with: fewer) }
  }

  @Test("A document whose parts are inconsistent is rejected")
  func inconsistent() throws {
    let (document, _) = try Self.document()
    var twice = document
    twice.methods[1].truthID = twice.methods[0].truthID
    var unknown = document
    unknown.policies[0].truthIDs[0] = Self.draw(32)
    var short = document
    short.methods[0].truthKey = Self.draw(32)
    var empty = document
    empty.policies = []
    for broken in [twice, unknown, short, empty] {
      #expect(throws: EscrowError(.inconsistent, "")) { try PackedDocument(broken).document() }
    }
  }

  @Test("Bytes that are not a packed document are rejected, whatever length they claim")
  func malformed() throws {
    let user = UserIdentifier(secret: Secret([UInt8](repeating: 7, count: 64)))
    let good = try PackedDocument(try Self.document().0).bytes
    let broken: [[UInt8]] = [
      [], [0, 0, 0, 0], [0, 0, 0, 9, 1, 2, 3], [0xff, 0xff, 0xff, 0xff] + good[4...], [0, 0, 0, 1] + good[4...],
      Array(good.dropLast(9)),
    ]
    for bytes in broken {
      let opened = try PackedDocument(
        opening: Sealing.seal(bytes, under: user.secret, for: .recoveryDocument), for: user)
      #expect(throws: EscrowError.self) { try opened.document() }
    }
    #expect(throws: EscrowError(.malformed, "")) { try PackedDocument(opening: [1, 2, 3], for: user) }
  }
}
