import Foundation
import Synchronization

/// The browser at the other end of two file descriptors, usually standard input and output.
public final class NativePort: Sendable {
  private let input: Int32, output: Int32
  private let isOpen = Mutex(true)
  /// The number of milliseconds without a message after which the next message may take long to arrive.
  private static let quiet: Int32 = 500

  public init(input: Int32 = 0, output: Int32 = 1) { self.input = input; self.output = output }

  /// Returns the browser's messages, which end when the browser disconnects or sends something that cannot be a
  /// message.
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

  /// Sends one message at a time. Returns `true` if the message was written. A message that is too long for the browser
  /// is not written.
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

/// The messages between a browser and a program that it started (Chrome, "Native messaging"). Each is a length of four
/// bytes in native byte order, followed by that many bytes of JSON.
struct NativeMessages {
  /// The lengths of the longest message that a browser sends, and of the longest that it accepts.
  static let longestIn = 64 << 20, longestOut = 1_024 * 1_024

  struct TooLong: Error, Hashable {}

  private var buffer: [UInt8] = []
  /// `true` once an impossible length has arrived, after which nothing can be read.
  private(set) var isBroken = false

  /// Accepts bytes as they arrive.
  ///
  /// - Returns: The messages that are now complete.
  mutating func take(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
    buffer += bytes
    var messages: [[UInt8]] = [], start = 0
    while !isBroken, buffer.count - start >= 4 {
      let length = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt32.self) }
      isBroken = length > UInt32(Self.longestIn)
      guard !isBroken, buffer.count - start - 4 >= Int(length) else { break }
      messages.append(Array(buffer[start + 4..<start + 4 + Int(length)]))
      start += 4 + Int(length)
    }
    buffer.removeFirst(start)
    return messages
  }

  /// Prefixes a message with its length.
  static func framed(_ message: [UInt8]) throws(TooLong) -> [UInt8] {
    guard message.count <= longestOut else { throw TooLong() }
    return withUnsafeBytes(of: UInt32(message.count)) { Array($0) } + message
  }
}

/// The pages of the program's own file that remain in memory because they were once needed.
enum ProgramPages {
  /// Returns these pages to the system, which reads them again when they are needed. Starting the program touches most
  /// of its pages, and waiting touches almost none.
  static func giveBack() {
    guard let program = readLink("/proc/self/exe"),
      let map = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    else { return }
    for area in map.split(separator: "\n") where area.hasSuffix(" \(program)") {
      // Only read-only pages are returned, because the content of modified pages would be lost.
      let parts = area.split(separator: " ", maxSplits: 2),
        ends = parts[0].split(separator: "-").compactMap { UInt(String($0), radix: 16) }
      guard parts.count == 3, parts[1] == "r-xp", ends.count == 2, ends[0] < ends[1] else { continue }
      madvise(UnsafeMutableRawPointer(bitPattern: ends[0]), Int(ends[1] - ends[0]), MADV_DONTNEED)
    }
  }

  private static func readLink(_ path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: path)
  }
}
