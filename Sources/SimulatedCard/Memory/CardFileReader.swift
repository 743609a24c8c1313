import Encoding

/// One object of a card's file, read member by member. Everything is `nil` that is not what a card writes.
struct CardFileReader {
  let document: JSONDocument
  let node: JSONNode

  func has(_ name: StaticString) -> Bool { document.member(name, of: node) != nil }
  func text(_ name: StaticString) -> String? { document.member(name, of: node).flatMap(document.string) }
  func flag(_ name: StaticString) -> Bool? { document.member(name, of: node).flatMap(document.boolean) }
  func number(_ name: StaticString) -> Int? { document.member(name, of: node).flatMap(document.integer).flatMap { Int(exactly: $0) } }

  func bytes(_ name: StaticString, count: Int? = nil) -> [UInt8]? {
    guard let bytes = document.member(name, of: node).flatMap(document.base64URL), count == nil || bytes.count == count else { return nil }
    return bytes
  }
  func privateKey(_ name: StaticString) -> [UInt8]? { bytes(name).flatMap { Curve.isPrivateKey($0) ? $0 : nil } }
  /// At most ten levels of four bytes.
  func path(_ name: StaticString) -> [UInt8]? { bytes(name).flatMap { $0.count.isMultiple(of: 4) && $0.count <= 40 ? $0 : nil } }

  func part(_ name: StaticString) -> CardFileReader? {
    document.member(name, of: node).map { CardFileReader(document: document, node: $0) }
  }

  func code(_ name: StaticString, digitCount: Int) -> RetryCode? {
    guard let part = part(name), let digits = part.bytes("digits", count: digitCount), let limit = part.number("limit"),
      let triesLeft = part.number("triesLeft")
    else { return nil }
    return RetryCode(digits, limit: limit, triesLeft: triesLeft)
  }

  /// A list in which `""` stands for a free place.
  func pairings(_ name: StaticString, count: Int) -> [[UInt8]?]? {
    guard let list = document.member(name, of: node), list.kind == .array else { return nil }
    let items = document.items(of: list).map { document.base64URL($0) }
    guard items.count == count, items.allSatisfy({ $0?.count == 0 || $0?.count == 32 }) else { return nil }
    return items.map { $0?.isEmpty == true ? nil : $0 }
  }
}

extension CardMemory.Owner {
  func write(to writer: inout JSONWriter) {
    func code(_ name: String, _ code: RetryCode?, _ owner: inout JSONWriter) {
      guard let code else { return }
      owner.member(name) {
        $0.object {
          $0.member("digits", base64URL: code.digits)
          $0.member("limit", code.limit)
          $0.member("triesLeft", code.triesLeft)
        }
      }
    }
    writer.object { owner in
      code("pin", pin, &owner)
      code("duressPIN", duressPIN, &owner)
      code("puk", puk, &owner)
      owner.member("pairingSecret", base64URL: pairingSecret)
      owner.member("pairings") { $0.array(pairings) { $0.string(Base64URL.encode($1 ?? [])) } }
    }
  }

  init?(_ owner: CardFileReader, version: AppletVersion) {
    guard let pin = owner.code("pin", digitCount: 6), let puk = owner.code("puk", digitCount: 12),
      let secret = owner.bytes("pairingSecret", count: 32), let pairings = owner.pairings("pairings", count: version.pairingSlotCount)
    else { return nil }
    let duress = owner.code("duressPIN", digitCount: 6)
    guard (duress != nil) == version.isAtLeast3Point1 else { return nil }
    self.init(pin: pin, duressPIN: duress, puk: puk, pairingSecret: secret, pairings: pairings)
  }
}
