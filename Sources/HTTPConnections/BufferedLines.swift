import Dispatch
import Foundation
import Synchronization

/// The lines of a busy server's log, written several at a time: each alone would cost a system call. A line waits at most
/// `patience`, and nothing is left when the program ends.
final class BufferedLines: TextOutputStream, Sendable {
  /// The program's standard error.
  static let standardError: BufferedLines = {
    atexit { BufferedLines.standardError.flush() }
    return BufferedLines(STDERR_FILENO)
  }()
  static let patience = DispatchTimeInterval.milliseconds(50)
  /// At most this many bytes wait.
  static let most = 32 << 10

  private let file: CInt
  private let kept = Mutex<[UInt8]>([])
  private let queue = DispatchQueue(label: "latchstring.log")

  init(_ file: CInt) { self.file = file }

  func write(_ line: String) {
    let (isFirst, isFull) = kept.withLock { kept in
      defer { kept += line.utf8 }
      return (kept.isEmpty, kept.count + line.utf8.count > Self.most)
    }
    if isFull {
      flush()
    } else if isFirst {
      queue.asyncAfter(deadline: .now() + Self.patience) { self.flush() }
    }
  }

  /// Writes what waits. A log that cannot be written is lost, like that of any program.
  func flush() {
    kept.withLock { kept in
      var rest = kept[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
        guard count > 0 || errno == EINTR else { break }
        rest = rest.dropFirst(max(0, count))
      }
      kept.removeAll(keepingCapacity: true)
    }
  }
}
