import Encoding
import Foundation

/// A conversation with a pinentry, on the calling thread. Everything that was read is wiped before the conversation
/// ends.
final class AssuanConversation {
  /// The maximum length of a secret, which is longer than any PIN (CTAP 2.1 §6.5.1: 63 bytes).
  private static let maximumSecret = 255
  /// The maximum number of lines that the pinentry may send in response to one command.
  private static let maximumLines = 1_000

  private let program: ChildProgram
  private let deadline: ContinuousClock.Instant
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: AssuanText.maximumLine + 2, alignment: 1)
  private var filled = 0

  init(_ program: ChildProgram, until deadline: ContinuousClock.Instant) {
    self.program = program; self.deadline = deadline
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
  }
  deinit {
    Wiping.wipe(buffer)
    buffer.deallocate()
  }

  enum Outcome { case ok(Secret), error(Int), broken }

  /// Sends a command and reads until the pinentry has responded. If there is no command, reads the greeting.
  func ask(_ command: String?, _ argument: String? = nil) -> Outcome {
    if let command {
      let head = Array(command.utf8) + (argument == nil ? [] : [0x20])
      let line = head + AssuanText.escaped(argument ?? "", room: AssuanText.maximumLine - head.count)
      guard program.send(line + [0x0a]) else { return .broken }
    }
    var parts: [Secret] = []
    for _ in 0..<Self.maximumLines {
      guard let count = readLine() else { return .broken }
      defer { drop(count + 1) }
      let line = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      switch AssuanResponse(line) {
      case .ok: return .ok(Secret(joining: parts))
      case .error(let code): return .error(code)
      case .remark: break
      case .inquiry: guard program.send(Array("CAN\n".utf8)) else { return .broken }
      case .part(let start):
        guard let part = secret(UnsafeRawBufferPointer(rebasing: line.dropFirst(start))) else { return .broken }
        parts.append(part)
        guard parts.reduce(0, { $0 + $1.count }) <= Self.maximumSecret else { return .broken }
      case nil: return .broken
      }
    }
    return .broken
  }

  private func secret(_ escaped: UnsafeRawBufferPointer) -> Secret? {
    var count: Int?
    let whole = Secret(byteCount: escaped.count) { count = AssuanText.unescape(escaped, into: $0) }
    guard let count else { return nil }
    return whole.withBytes { whole in
      Secret(byteCount: count) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: whole[..<count])) }
    }
  }

  /// Reads the next line to the start of the buffer and returns its length, or `nil` if there is no line or it is too
  /// long.
  private func readLine() -> Int? {
    while true {
      if let end = buffer[..<filled].firstIndex(of: 0x0a) { return end }
      guard filled < buffer.count else { return nil }
      let count = program.receive(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), until: deadline)
      guard count > 0 else { return nil }
      filled += count
    }
  }

  private func drop(_ count: Int) {
    let left = filled - count
    buffer[..<left].copyRebased(from: buffer[count..<filled])
    Wiping.wipe(UnsafeMutableRawBufferPointer(rebasing: buffer[left...]))
    filled = left
  }
}

extension Slice<UnsafeMutableRawBufferPointer> {
  fileprivate func copyRebased(from other: Slice<UnsafeMutableRawBufferPointer>) {
    UnsafeMutableRawBufferPointer(rebasing: self).copyMemory(
      from: UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(rebasing: other)))
  }
}

/// The meaning of a line from an Assuan server; accompanying text is discarded.
enum AssuanResponse: Hashable, Sendable {
  case ok
  /// A code of libgpg-error, without its source.
  case error(Int)
  /// The line's bytes from here on are a part of the requested data.
  case part(from: Int)
  /// A status or a comment, with no meaning here.
  case remark
  /// The server requests something from the client.
  case inquiry

  /// Returns `nil` if the line is none of these.
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

/// The libgpg-error codes with which a pinentry ends.
enum PinentryCode {
  static let timeout = 62, canceled = 99, notConfirmed = 114, fullyCanceled = 198
}

/// Text in a line of the Assuan protocol (GnuPG, "The Assuan Reference Manual", client requests and server responses).
enum AssuanText {
  /// The maximum length of a line in bytes, without the line feed.
  static let maximumLine = 1_000

  /// Escapes the text so that it remains one line and one argument. Anything that does not fit into `room` bytes is cut
  /// off at a character boundary.
  static func escaped(_ text: String, room: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in text {
      let part = character.utf8.flatMap { $0 < 0x20 || $0 == 0x25 || $0 == 0x7f ? Array("%\(hex($0))".utf8) : [$0] }
      guard bytes.count + part.count <= room else { break }
      bytes += part
    }
    return bytes
  }

  /// Writes the unescaped bytes to `place`, which must be at least as long as the escaped bytes.
  ///
  /// - Returns: The number of bytes; `nil` if a percent sign is not followed by two hexadecimal digits.
  static func unescape(_ bytes: UnsafeRawBufferPointer, into place: UnsafeMutableRawBufferPointer) -> Int? {
    var read = 0, written = 0
    while read < bytes.count, written < place.count {
      if bytes[read] == 0x25 {
        guard read + 2 < bytes.count, let high = digit(bytes[read + 1]), let low = digit(bytes[read + 2]) else {
          return nil
        }
        place[written] = high << 4 | low
        read += 3
      } else {
        place[written] = bytes[read]
        read += 1
      }
      written += 1
    }
    return read == bytes.count ? written : nil
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
  private static func hex(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return text.count == 1 ? "0" + text : text
  }
}
