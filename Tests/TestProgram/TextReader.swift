import Foundation

/// Reads a program's output as it arrives.
public final class TextReader {
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  /// The number of bytes already returned.
  private var given = 0
  /// Everything read so far.
  public var seen: String { String(decoding: bytes, as: UTF8.self) }

  /// - Parameter descriptor: The descriptor to read from; the caller keeps ownership.
  public init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Reads until this text is printed. Returns the output since the previous call, up to the end of the text.
  @discardableResult
  public func wait(for text: String, within patience: Duration = .seconds(120)) async throws -> String {
    let end = ContinuousClock.now + patience
    while true {
      if let found = bytes[given...].firstRange(of: Array(text.utf8)) {
        defer { given = found.upperBound }
        return String(decoding: bytes[given..<found.upperBound], as: UTF8.self)
      }
      guard let part = await Self.part(from: descriptor, before: end), !part.isEmpty else {
        throw Missing(text: text, seen: String(seen.suffix(1500)))
      }
      bytes += part
    }
  }
  /// The text was printed neither in time nor before the program's end.
  public struct Missing: Error { var text: String, seen: String }

  /// Reads until every writer has closed the output. Returns `true` if that happened in time.
  @discardableResult
  public func waitForEnd(within patience: Duration = .seconds(120)) async -> Bool {
    let end = ContinuousClock.now + patience
    while let part = await Self.part(from: descriptor, before: end) {
      guard !part.isEmpty else { return true }
      bytes += part
    }
    return false
  }

  /// Runs on a separate thread, so that whatever the program waits for in this process can continue. The result is
  /// empty at the end of the output, and `nil` when the time has run out.
  private static func part(from descriptor: Int32, before end: ContinuousClock.Instant) async -> [UInt8]? {
    await withCheckedContinuation { waiter in
      Thread.detachNewThread {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
          part = [UInt8](repeating: 0, count: 4096)
        let left = Int32(max((end - .now) / .milliseconds(1), 0))
        guard poll(&waiting, 1, left) == 1 else { return waiter.resume(returning: nil) }
        let count = read(descriptor, &part, part.count)
        waiter.resume(returning: Array(part.prefix(max(count, 0))))
      }
    }
  }
}
