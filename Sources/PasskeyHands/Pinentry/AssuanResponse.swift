/// What a line of an Assuan server says; text that belongs to it is not kept.
enum AssuanResponse: Hashable, Sendable {
  case ok
  /// A code of libgpg-error, without its source.
  case error(Int)
  /// The line's bytes from here on are a part of what was asked for.
  case part(from: Int)
  /// A status or a comment, of no meaning here.
  case remark
  /// The server asks something of the client.
  case inquiry

  /// `nil` where the line is none of these.
  init?(_ line: UnsafeRawBufferPointer) {
    let word = line.prefix { $0 != 0x20 }
    if word.elementsEqual("OK".utf8) {
      self = .ok
    } else if word.elementsEqual("D".utf8), line.count > 1 {
      self = .part(from: 2)
    } else if word.elementsEqual("S".utf8) || line.first == UInt8(ascii: "#") {
      self = .remark
    } else if word.elementsEqual("INQUIRE".utf8) {
      self = .inquiry
    } else if word.elementsEqual("ERR".utf8) {
      let digits = line.dropFirst(4).prefix { $0 != 0x20 }
      guard let code = UInt32(String(decoding: digits, as: UTF8.self)) else { return nil }
      self = .error(Int(code & 0xffff))
    } else {
      return nil
    }
  }
}

/// Codes of libgpg-error that a pinentry ends with.
enum PinentryCode {
  static let timeout = 62, canceled = 99, notConfirmed = 114, fullyCanceled = 198
}
