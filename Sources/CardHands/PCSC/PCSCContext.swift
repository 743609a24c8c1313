import CPCSC
import Foundation

/// One conversation with the daemon. It is given back at its end.
final class PCSCContext: Sendable {
  let library: PCSC
  let handle: Int

  /// - Throws: What the library said, `SCARD_E_NO_SERVICE` where there is no daemon.
  init(_ library: PCSC) throws(PCSCFailure) {
    var handle = 0
    try PCSCFailure.check(library.call { $0.establishContext(UInt(SCARD_SCOPE_SYSTEM), nil, nil, &handle) })
    self.library = library; self.handle = handle
  }
  deinit { _ = library.call { $0.releaseContext(handle) } }

  /// The names of all readers; a reader with two slots has two.
  func readerNames() throws(PCSCFailure) -> [String] {
    // A reader that comes between the two calls makes the room too small.
    for _ in 0..<10 {
      var length: UInt = 0
      var result = library.call { $0.listReaders(handle, nil, nil, &length) }
      if PCSCFailure(result) == .noReaders { return [] }
      try PCSCFailure.check(result)
      var names = [CChar](repeating: 0, count: Int(length))
      result = library.call { $0.listReaders(handle, nil, &names, &length) }
      switch PCSCFailure(result) {
      case .noReaders: return []
      case .tooSmall: continue
      case let failure?: throw failure
      case nil:
        return names.prefix(Int(length)).split(separator: 0).map { String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self) }
      }
    }
    return []
  }
}

/// What the library answers instead of success (winscard's `SCARD_…` codes).
struct PCSCFailure: Error, Hashable {
  var code: UInt32
  init(code: UInt32) { self.code = code }
  /// `nil` where it is no failure.
  init?(_ result: Int) {
    guard result != 0 else { return nil }
    code = UInt32(truncatingIfNeeded: result)
  }
  static func check(_ result: Int) throws(PCSCFailure) {
    if let failure = PCSCFailure(result) { throw failure }
  }

  static let cancelled = Self(code: 0x8010_0002)
  static let tooSmall = Self(code: 0x8010_0008)
  static let unknownReader = Self(code: 0x8010_0009)
  static let timeout = Self(code: 0x8010_000A)
  static let invalidHandle = Self(code: 0x8010_0003)
  static let sharingViolation = Self(code: 0x8010_000B)
  static let noCard = Self(code: 0x8010_000C)
  static let protocolMismatch = Self(code: 0x8010_000F)
  static let readerUnavailable = Self(code: 0x8010_0017)
  static let noService = Self(code: 0x8010_001D)
  static let serviceStopped = Self(code: 0x8010_001E)
  static let noReaders = Self(code: 0x8010_002E)
  static let unsupportedCard = Self(code: 0x8010_0065)
  static let unresponsiveCard = Self(code: 0x8010_0066)
  static let unpoweredCard = Self(code: 0x8010_0067)
  static let resetCard = Self(code: 0x8010_0068)
  static let removedCard = Self(code: 0x8010_0069)
}
