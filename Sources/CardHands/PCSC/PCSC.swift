import CPCSC
import Foundation

/// The functions of pcsc-lite (Debian's libpcsclite1), through which programs access the smart-card daemon.
///
/// The library keeps two things for the whole process: the daemon's socket, whose path it reads from
/// `PCSCLITE_CSOCK_NAME` only at first use, and the table of readers, which every context overwrites with its own
/// daemon's. Each loaded library therefore serves one daemon. `PCSC.system` is the one that this program is linked to.
/// A process that needs two daemons, such as a test, loads a separate copy of the library's file for each.
public struct PCSC: Sendable {
  let establishContext: @convention(c) (UInt, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeMutablePointer<Int>?) -> Int
  let releaseContext: @convention(c) (Int) -> Int
  let cancel: @convention(c) (Int) -> Int
  let listReaders:
    @convention(c) (
      Int, UnsafePointer<CChar>?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<UInt>?
    ) -> Int
  let getStatusChange: @convention(c) (Int, UInt, UnsafeMutablePointer<SCARD_READERSTATE>?, UInt) -> Int
  let connect:
    @convention(c) (Int, UnsafePointer<CChar>?, UInt, UInt, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<UInt>?) ->
      Int
  let disconnect: @convention(c) (Int, UInt) -> Int
  let beginTransaction: @convention(c) (Int) -> Int
  let endTransaction: @convention(c) (Int, UInt) -> Int
  let transmit:
    @convention(c) (
      Int, UnsafePointer<SCARD_IO_REQUEST>?, UnsafePointer<UInt8>?, UInt, UnsafeMutablePointer<SCARD_IO_REQUEST>?,
      UnsafeMutablePointer<UInt8>?,
      UnsafeMutablePointer<UInt>?
    ) -> Int

  public static let system = PCSC(
    establishContext: SCardEstablishContext, releaseContext: SCardReleaseContext, cancel: SCardCancel,
    listReaders: SCardListReaders,
    getStatusChange: SCardGetStatusChange, connect: SCardConnect, disconnect: SCardDisconnect,
    beginTransaction: SCardBeginTransaction,
    endTransaction: SCardEndTransaction, transmit: SCardTransmit)
}

extension PCSC {
  /// - Parameter library: The handle that `dlopen` returned for a copy of the library. It must stay open.
  /// - Returns: `nil` if a function is missing.
  public init?(library: UnsafeMutableRawPointer) {
    func function<Function>(_ name: String, as type: Function.Type) -> Function? {
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    let linked = Self.system
    guard let establishContext = function("SCardEstablishContext", as: type(of: linked.establishContext)),
      let releaseContext = function("SCardReleaseContext", as: type(of: linked.releaseContext)),
      let cancel = function("SCardCancel", as: type(of: linked.cancel)),
      let listReaders = function("SCardListReaders", as: type(of: linked.listReaders)),
      let getStatusChange = function("SCardGetStatusChange", as: type(of: linked.getStatusChange)),
      let connect = function("SCardConnect", as: type(of: linked.connect)),
      let disconnect = function("SCardDisconnect", as: type(of: linked.disconnect)),
      let beginTransaction = function("SCardBeginTransaction", as: type(of: linked.beginTransaction)),
      let endTransaction = function("SCardEndTransaction", as: type(of: linked.endTransaction)),
      let transmit = function("SCardTransmit", as: type(of: linked.transmit))
    else { return nil }
    self.init(
      establishContext: establishContext, releaseContext: releaseContext, cancel: cancel, listReaders: listReaders,
      getStatusChange: getStatusChange,
      connect: connect, disconnect: disconnect, beginTransaction: beginTransaction, endTransaction: endTransaction,
      transmit: transmit)
  }
}

/// A connection to the daemon, which ends when this object is released.
final class PCSCContext: Sendable {
  let library: PCSC
  let handle: Int

  /// - Throws: The library's error, such as `SCARD_E_NO_SERVICE` if there is no daemon.
  init(_ library: PCSC) throws(PCSCFailure) {
    var handle = 0
    try PCSCFailure.check(library.call { $0.establishContext(UInt(SCARD_SCOPE_SYSTEM), nil, nil, &handle) })
    self.library = library; self.handle = handle
  }
  deinit { _ = library.call { $0.releaseContext(handle) } }

  /// Returns the names of all readers. A reader with two slots has two names.
  func readerNames() throws(PCSCFailure) -> [String] {
    // A reader that is attached between the two calls makes the buffer too small.
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
        return names.prefix(Int(length)).split(separator: 0).map {
          String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
      }
    }
    return []
  }
}

/// A failure as the library reports it (the `SCARD_…` codes of winscard).
struct PCSCFailure: Error, Hashable {
  var code: UInt32
  init(code: UInt32) { self.code = code }
  /// Returns `nil` if the result does not indicate a failure.
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
