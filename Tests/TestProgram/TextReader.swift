import Foundation

/// A program's output, as it comes.
public final class TextReader {
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  /// The number of bytes already given.
  private var given = 0
  /// Everything that was read.
  public var seen: String { String(decoding: bytes, as: UTF8.self) }

  /// - Parameter descriptor: It stays the caller's.
  public init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Reads until this text is printed. Gives the output since the last time, to the text's end.
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

  /// Reads until nobody can print any more. Returns `true` if that happened in time.
  @discardableResult
  public func waitForEnd(within patience: Duration = .seconds(120)) async -> Bool {
    let end = ContinuousClock.now + patience
    while let part = await Self.part(from: descriptor, before: end) {
      guard !part.isEmpty else { return true }
      bytes += part
    }
    return false
  }

  /// Runs on a thread of its own, so that what the program waits for in this process goes on. Empty at the end, `nil`
  /// when the time is over.
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
