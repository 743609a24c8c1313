import Encoding
import Testing
import Wraps

/// An account with four ways in and two generations.
struct World {
  let vectors: Vectors
  let account: [UInt8]
  let masters: [UInt32: MasterKey]
  let keys: [WayKind: WayKeys]

  init(_ vectors: Vectors) throws {
    self.vectors = vectors
    let account = try hex(vectors.account)
    self.account = account
    masters = try Dictionary(
      uniqueKeysWithValues: vectors.masters.map {
        ($0.g, try MasterKey(hex($0.bytes), account: account, generation: $0.g))
      })
    keys = try Dictionary(
      uniqueKeysWithValues: vectors.ways.map { way in
        (
          way.kind,
          try WayKeys(
            WayID(account: account, record: hex(way.record), kind: way.kind), secret: hex(way.secret), rpID: vectors.rp)
        )
      })
  }

  func master(_ generation: UInt32) throws -> MasterKey { try #require(masters[generation]) }
  func keys(_ kind: WayKind) throws -> WayKeys { try #require(keys[kind]) }
  func vector(_ kind: WayKind) throws -> Vectors.Way { try #require(vectors.ways.first { $0.kind == kind }) }
  func wrap(_ kind: WayKind, _ generation: UInt32) throws -> String {
    try #require(vectors.wraps.first { $0.kind == kind && $0.g == generation }).jwe
  }
  func record(_ kind: WayKind, _ generation: UInt32 = 1) throws -> WayRecord {
    try WayRecord(reading: #require(vectors.records.first { $0.kind == kind && $0.g == generation }).jws)
  }
  func entry(_ name: String) throws -> Vectors.Entry { try #require(vectors.entries.first { $0.name == name }) }
  func statement(_ generation: UInt32) throws -> String {
    try #require(vectors.generations.first { $0.g == generation }).jws
  }
}

/// Returns the values given in the vectors instead of random ones.
func answering(_ values: [String: String]) -> Randomness {
  { count, drawn in
    let value = values[drawn.rawValue].flatMap(Hex.decode) ?? []
    if value.count != count { Issue.record("\(count) bytes were asked for as \(drawn.rawValue)") }
    return value
  }
}

/// Expects that a text signed here equals the one in the vectors. On Apple's systems, CryptoKit adds randomness to its
/// signatures.
func expectSigned(_ made: String, _ wanted: String, _ location: SourceLocation = #_sourceLocation) {
  #if canImport(CryptoKit)
    #expect(made.split(separator: ".").dropLast() == wanted.split(separator: ".").dropLast(), sourceLocation: location)
  #else
    #expect(made == wanted, sourceLocation: location)
  #endif
}
