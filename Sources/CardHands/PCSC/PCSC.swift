import CPCSC
import Foundation

/// The functions of pcsc-lite (Debian's libpcsclite1), by which programs reach the smart-card daemon.
///
/// The library keeps two things once for the whole process: the daemon's socket, which it reads from `PCSCLITE_CSOCK_NAME` when it is first
/// used and never again, and the table of readers, which every context overwrites with its own daemon's. So one loaded library serves one
/// daemon. `PCSC.system` is the one that this program is linked to; whoever needs two daemons in one process, as tests do, loads a copy of
/// the library's file for each.
public struct PCSC: Sendable {
  let establishContext: @convention(c) (UInt, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeMutablePointer<Int>?) -> Int
  let releaseContext: @convention(c) (Int) -> Int
  let cancel: @convention(c) (Int) -> Int
  let listReaders: @convention(c) (Int, UnsafePointer<CChar>?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<UInt>?) -> Int
  let getStatusChange: @convention(c) (Int, UInt, UnsafeMutablePointer<SCARD_READERSTATE>?, UInt) -> Int
  let connect: @convention(c) (Int, UnsafePointer<CChar>?, UInt, UInt, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<UInt>?) -> Int
  let disconnect: @convention(c) (Int, UInt) -> Int
  let beginTransaction: @convention(c) (Int) -> Int
  let endTransaction: @convention(c) (Int, UInt) -> Int
  let transmit:
    @convention(c) (
      Int, UnsafePointer<SCARD_IO_REQUEST>?, UnsafePointer<UInt8>?, UInt, UnsafeMutablePointer<SCARD_IO_REQUEST>?, UnsafeMutablePointer<UInt8>?,
      UnsafeMutablePointer<UInt>?
    ) -> Int

  public static let system = PCSC(
    establishContext: SCardEstablishContext, releaseContext: SCardReleaseContext, cancel: SCardCancel, listReaders: SCardListReaders,
    getStatusChange: SCardGetStatusChange, connect: SCardConnect, disconnect: SCardDisconnect, beginTransaction: SCardBeginTransaction,
    endTransaction: SCardEndTransaction, transmit: SCardTransmit)
}

extension PCSC {
  /// - Parameter library: What `dlopen` gave for a copy of the library. It must stay open.
  /// - Returns: `nil` where a function is missing.
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
      establishContext: establishContext, releaseContext: releaseContext, cancel: cancel, listReaders: listReaders, getStatusChange: getStatusChange,
      connect: connect, disconnect: disconnect, beginTransaction: beginTransaction, endTransaction: endTransaction, transmit: transmit)
  }
}
