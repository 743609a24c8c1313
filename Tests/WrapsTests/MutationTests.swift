import Encoding
import SeededNumbers
import Testing
@testable import Wraps

@Suite struct MutationTests {
  let world: World
  init() throws { world = try Vectors.world() }

  /// Makes one or a few changes anywhere: a byte overwritten, removed, inserted or doubled, or the end cut off.
  private func mutated(_ bytes: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(bytes.randomElement(using: &random) ?? 0, at: place)
      case 4: bytes.insert(UInt8(ascii: "."), at: place)
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }

  @Test("no altered text is accepted, and none crashes the program") func texts() throws {
    var random = SeededNumbers(seed: 1)
    let (keys, one, two) = (try world.keys(.key), try world.master(1), try world.master(2))
    let (record, wrap, history) = (try world.record(.key), try world.wrap(.key, 2), world.vectors.history.jwe)
    let statement = try world.statement(2)
    let first = try world.statement(1)
    let readers: [(String, (String) throws -> Void)] = [
      (record.jws, { _ = try WayRecord.verify($0, authority: one.authority) }),
      (statement, { _ = try GenerationStatement.verify($0, authority: one.authority) }),
      (first, { _ = try GenerationStatement.verifyFirst($0) }),
      (wrap, { _ = try MasterKey.open(keys, record: record, chain: [statement], wrap: $0) }),
      (
        record.anchor, { _ = try MasterKey.open(keys, anchor: $0, anchorGeneration: 1, chain: [statement], wrap: wrap) }
      ),
      (history, { _ = try two.openHistory($0) }),
    ]
    for (text, read) in readers {
      try read(text)
      for _ in 0..<150 {
        let changed = String(decoding: mutated(Array(text.utf8), &random), as: UTF8.self)
        if changed == text { continue }
        #expect(throws: WrapsError.self, "\(changed)") { try read(changed) }
      }
    }
  }

  /// Changes a payload below its header, ignoring the signature: the worst case for a reader of stored texts.
  @Test("no altered payload crashes the program, and a payload is read completely or not at all")
  func payloads() throws {
    var random = SeededNumbers(seed: 2)
    for jws in [try world.record(.phrase).jws, try world.statement(2)] {
      var parts = jws.split(separator: ".").map(String.init)
      let payload = try #require(Base64URL.decode(parts[1]))
      for _ in 0..<600 {
        parts[1] = Base64URL.encode(mutated(payload, &random))
        let changed = parts.joined(separator: ".")
        if let read = try? WayRecord(reading: changed) { #expect(read.jws == changed) }
        if let read = try? GenerationStatement(reading: changed) { #expect(read.jws == changed) }
      }
    }
  }

  @Test("no content of a wrap crashes the program") func inside() throws {
    var random = SeededNumbers(seed: 3)
    let (keys, master) = (try world.keys(.key), try world.master(1))
    let recipient = try keys.recipientPublic
    let inner = try RecipientText.seal(
      master.bytes, to: recipient, ephemeral: keys.seal, iv: Array(keys.seal.prefix(12)))
    let header = SealedHeader.wrap(keys.way, generation: 1).bytes
    for _ in 0..<300 {
      let changed = mutated(Array(inner.utf8), &random)
      if changed == Array(inner.utf8) { continue }
      let wrap = try SealedText.seal(changed, key: keys.pad, header: header, iv: Array(keys.seal.prefix(12)))
      #expect(throws: WrapsError.self) { try MasterKey.open(keys, record: world.record(.key), chain: [], wrap: wrap) }
    }
  }
}
