import Encoding
import Foundation
import Testing

@testable import RelyingParty

/// The BLOBs from the specification and from another library's tests, in the folder named by `LATCHSTRING_VECTORS`.
@Suite struct MetadataVectorTests {
  /// A time within the validity of both chains, and long after both next updates.
  private let time = UnixTime(seconds: 1_750_000_000)

  private func file(_ name: String) -> [UInt8]? {
    guard let folder = ProcessInfo.processInfo.environment["LATCHSTRING_VECTORS"] else { return nil }
    return FileManager.default.contents(atPath: "\(folder)/webauthn/mds3/\(name)").map(Array.init)
  }
  private func trust(_ root: String) throws -> MetadataTrust {
    let der = try #require(file(root))
    var trust = try #require(MetadataTrust(root: der))
    trust.acceptsStale = true
    return trust
  }

  @Test("the specification's example verifies only with its root, and both models are read") func example() throws {
    guard let bytes = file("fido-spec-example.jwt") else { return VectorTests.sayMissing() }
    let blob = try MetadataBLOB(bytes, trust: trust("fido-spec-example-root.der"), at: time)
    #expect(blob.number == 15 && blob.entries.count == 2 && blob.skippedEntryCount == 0)
    #expect(blob.entries.allSatisfy { $0.level(at: time) != nil && $0.statement?.icon != nil && !$0.anchors.isEmpty })
    #expect(blob.entries.allSatisfy { $0.statement?.description.contains("FIDO Alliance Sample") == true })
    #expect(throws: MetadataError(.untrustedChain)) {
      try MetadataBLOB(bytes, trust: trust("fido-conformance-fake-root.der"), at: time)
    }
    let example = try trust("fido-spec-example-root.der")
    let strict = MetadataTrust(roots: example.roots)
    #expect(throws: MetadataError(.stale)) { try MetadataBLOB(bytes, trust: strict, at: time) }
    #expect(throws: MetadataError(.expiredChain)) {
      try MetadataBLOB(bytes, trust: trust("fido-spec-example-root.der"), at: UnixTime(seconds: 2_000_000_000))
    }
  }

  @Test("a BLOB of 200 models verifies, models are found, and compromised ones are rejected") func twoHundred() throws {
    guard let bytes = file("swa-verifyJWT-200-entries.jwt") else { return VectorTests.sayMissing() }
    let blob = try MetadataBLOB(bytes, trust: trust("fido-conformance-fake-root.der"), at: time)
    #expect(blob.number == 42 && blob.entries.count == 200 && blob.skippedEntryCount == 0)
    #expect(blob.entries.count { $0.aaguid.flatMap { blob[$0] } != nil } == 100)
    #expect(blob.entries.count { !MetadataStatusPolicy().judge($0, isVouched: true, at: time).isAccepted } == 16)
    let counts = Dictionary(grouping: blob.entries) { $0.level(at: time) }.mapValues(\.count)
    #expect(counts == [nil: 52, .functional: 16, .l1: 26, .l1plus: 25, .l2: 17, .l2plus: 19, .l3: 24, .l3plus: 21])
    var changed = bytes
    changed[bytes.count / 2] ^= 1
    #expect(throws: MetadataError(.badSignature)) {
      try MetadataBLOB(changed, trust: trust("fido-conformance-fake-root.der"), at: time)
    }
  }
}
