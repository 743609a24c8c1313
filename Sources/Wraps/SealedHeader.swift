import Encoding

/// The header of everything that is sealed under a key that both sides have: `dir` of the format (§1). A reader builds it and compares.
struct SealedHeader {
  /// The JSON.
  let bytes: [UInt8]

  private init(_ typ: String, account: [UInt8], members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.object { header in
      header.member("alg", "dir")
      header.member("enc", "A256GCM")
      header.member("typ", typ)
      header.member("acc", base64URL: account)
      members(&header)
    }
    bytes = writer.bytes
  }

  private init(_ typ: String, _ way: WayID, generation: UInt32) {
    self.init(typ, account: way.account) { header in
      header.member("kid", base64URL: way.record)
      header.member("kind", way.kind.rawValue)
      header.member("g", Int(generation))
    }
  }

  /// Of the authority of a generation, sealed by a way itself.
  static func anchor(_ way: WayID, generation: UInt32) -> Self { Self("ls1-anchor", way, generation: generation) }
  /// Of a way's pad, sealed under the Master Key.
  static func pad(_ way: WayID, generation: UInt32) -> Self { Self("ls1-pad", way, generation: generation) }
  /// Of the Master Key, sealed to a way.
  static func wrap(_ way: WayID, generation: UInt32) -> Self { Self("ls1-wrap", way, generation: generation) }

  /// Of the Master Key before this generation's.
  static func history(account: [UInt8], generation: UInt32) -> Self {
    Self("ls1-history", account: account) { $0.member("g", Int(generation)) }
  }

  /// Of a journal entry.
  static func entry(account: [UInt8], entry: [UInt8], rev: UInt32, generation: UInt32) -> Self {
    Self("ls1-entry", account: account) { header in
      header.member("kid", base64URL: entry)
      header.member("rev", Int(rev))
      header.member("g", Int(generation))
    }
  }
}
