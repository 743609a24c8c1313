/// The status words of this applet (ISO/IEC 7816-4 §5.1.3; CTAP 2.1 §11.3).
enum NFCStatus {
  static let success: UInt16 = 0x9000
  /// More is ready; the low byte says how much, 0 for 256 and more.
  static let moreReady: UInt16 = 0x6100
  /// The request goes on; ask again.
  static let update: UInt16 = 0x9100
  static let wrongLength: UInt16 = 0x6700
  static let conditionsNotSatisfied: UInt16 = 0x6985
  static let fileNotFound: UInt16 = 0x6a82
  static let wrongParameters: UInt16 = 0x6a86
  static let unknownInstruction: UInt16 = 0x6d00
  static let unknownClass: UInt16 = 0x6e00

  static func answer(_ status: UInt16) -> [UInt8] { answer([UInt8](), status) }
  static func answer(_ payload: some Collection<UInt8>, _ status: UInt16) -> [UInt8] {
    payload + [UInt8(status >> 8), UInt8(status & 0xff)]
  }
}
