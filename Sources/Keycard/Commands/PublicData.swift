import Encoding

extension KeycardClient {
  /// The maximum number of bytes of public data that a card stores.
  public static let maximumPublicData = 127

  /// Returns the data that anybody may read from the card; empty if nothing was written.
  public func publicData() throws(KeycardError) -> [UInt8] {
    _ = try initializedApplication()
    return try sendEitherWay(CommandHeader(.getData, 0x00)).succeeded()
  }

  /// Replaces the data that anybody may read. A verified PIN is required.
  ///
  /// - Throws: `invalid` for more than 127 bytes.
  public func store(publicData: [UInt8]) throws(KeycardError) {
    guard publicData.count <= Self.maximumPublicData else {
      throw KeycardError(.invalid, "a card keeps at most 127 bytes")
    }
    _ = try exchange(CommandHeader(.storeData, 0x00), publicData).succeeded()
  }

  /// Returns the name and the wallets written on the card, or `nil` if nothing is written.
  ///
  /// - Throws: `malformed` for data in another format.
  public func metadata() throws(KeycardError) -> CardMetadata? {
    let stored = try publicData()
    return stored.isEmpty ? nil : try CardMetadata(stored)
  }

  /// Writes a new name to the card, and leaves the card's wallets unchanged. A verified PIN is required.
  ///
  /// - Throws: `malformed` if the card has data in another format, which then remains unchanged.
  public func rename(to name: String) throws(KeycardError) {
    let wallets = try metadata()?.wallets ?? []
    try store(publicData: try CardMetadata(name: name, wallets: wallets).encoded)
  }
}

/// The card's public data in the format used by Status: a name, and the wallets that the person uses.
public struct CardMetadata: Hashable, Sendable {
  /// The maximum length of a name in UTF-8 bytes.
  public static let maximumNameBytes = 20

  public let name: String
  /// The last steps of paths under m/44'/60'/0'/0, as the runs that are written on the card. The runs are never
  /// expanded, because they can be long.
  public let wallets: [ClosedRange<UInt32>]

  /// - Throws: `invalid` for a name of more than 20 bytes.
  public init(name: String, wallets: [ClosedRange<UInt32>] = []) throws(KeycardError) {
    guard name.utf8.count <= Self.maximumNameBytes else {
      throw KeycardError(.invalid, "a card's name has at most 20 bytes")
    }
    self.name = name; self.wallets = wallets
  }

  /// Reads public data: version and length of the name in one byte, the name, then for each run its first number and
  /// the count of the numbers that follow.
  ///
  /// - Throws: `malformed`.
  public init(_ bytes: [UInt8]) throws(KeycardError) {
    guard let first = bytes.first, first >> 5 == 1 else { throw KeycardError(.malformed, "no metadata of version 1") }
    let nameEnd = 1 + Int(first & 0x1F)
    guard nameEnd <= bytes.count, let name = String(validating: bytes[1..<nameEnd], as: UTF8.self) else {
      throw KeycardError(.malformed, "no name")
    }
    var rest = bytes[nameEnd...]
    var wallets: [ClosedRange<UInt32>] = []
    do {
      while !rest.isEmpty {
        let start = try BERLength.read(&rest, widest: 4)
        let more = try BERLength.read(&rest, widest: 4)
        guard let start = UInt32(exactly: start), let end = UInt32(exactly: Int(start) + more) else {
          throw KeycardError(.malformed, "a run that ends nowhere")
        }
        wallets.append(start...end)
      }
    } catch let error as KeycardError { throw error } catch { throw KeycardError(.malformed, "half a run") }
    self.name = name; self.wallets = wallets
  }

  /// Creates metadata with these wallets, in order, joining adjacent ones into runs.
  public init(name: String, indexes: Set<UInt32>) throws(KeycardError) {
    var runs: [ClosedRange<UInt32>] = []
    for index in indexes.sorted() {
      if let last = runs.last, last.upperBound < index, index - last.upperBound == 1 {
        runs[runs.count - 1] = last.lowerBound...index
      } else {
        runs.append(index...index)
      }
    }
    try self.init(name: name, wallets: runs)
  }

  public var encoded: [UInt8] {
    [0x20 | UInt8(truncatingIfNeeded: name.utf8.count)] + name.utf8
      + wallets.flatMap { BERLength.encode(Int($0.lowerBound)) + BERLength.encode(Int($0.upperBound - $0.lowerBound)) }
  }
}
