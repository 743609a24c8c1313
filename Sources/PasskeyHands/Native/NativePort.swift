import Foundation
import Synchronization

/// The browser at the other end of two file descriptors, usually standard input and output.
public final class NativePort: Sendable {
  private let input: Int32, output: Int32
  private let isOpen = Mutex(true)
  /// Milliseconds without a message, after which the next may be long in coming.
  private static let quiet: Int32 = 500

  public init(input: Int32 = 0, output: Int32 = 1) { self.input = input; self.output = output }

  /// The browser's messages; they end when it hangs up, or says what cannot be a message.
  public func messages() -> AsyncStream<[UInt8]> {
    let (stream, messages) = AsyncStream<[UInt8]>.makeStream()
    Thread.detachNewThread { [input] in
      var reader = NativeMessages(), part = [UInt8](repeating: 0, count: 1 << 16)
      reading: while true {
        var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        if poll(&waiting, 1, Self.quiet) == 0 { ProgramPages.giveBack() }
        let count = part.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        for message in reader.take(part[..<count]) { if case .terminated = messages.yield(message) { break reading } }
        if reader.isBroken { break }
      }
      messages.finish()
    }
    return stream
  }

  /// One message at a time. Gives whether it was written; one that is too long for the browser is not.
  @discardableResult
  public func send(_ message: [UInt8]) -> Bool {
    guard let framed = try? NativeMessages.framed(message) else { return false }
    return isOpen.withLock { isOpen in
      var sent = 0
      while isOpen, sent < framed.count {
        let count = framed.withUnsafeBytes { write(output, $0.baseAddress.map { $0 + sent }, $0.count - sent) }
        if count < 0, errno == EINTR { continue }
        if count <= 0 { isOpen = false } else { sent += count }
      }
      return isOpen
    }
  }
}
