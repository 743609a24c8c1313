import Encoding
import Foundation

/// One conversation with a pinentry, on the thread that calls. Whatever was read is wiped before it ends.
final class AssuanConversation {
  /// More than any PIN has (CTAP 2.1 §6.5.1: 63 bytes).
  private static let maximumSecret = 255
  /// So many lines it may say to one command.
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

  /// Sends a command and reads until it is answered. Without a command: reads the greeting.
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
    return whole.withBytes { whole in Secret(byteCount: count) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: whole[..<count])) } }
  }

  /// How long the next line is; it stands at the start of the buffer. `nil` where none comes, or one that is too long.
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
    UnsafeMutableRawBufferPointer(rebasing: self).copyMemory(from: UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(rebasing: other)))
  }
}
