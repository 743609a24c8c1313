import Foundation
import Synchronization

/// The hands of `home`, in a process of their own: what lies in its memory, and a fault of a card reader's, stay out of the web server's.
///
/// The child reads from a pipe that this process holds, and ends when that closes: also where this process is killed.
final class HandsProcess: Sendable {
  private let arguments: [String]
  private let lifeline = Mutex<FileHandle?>(nil)

  init(port: Int, data: String, home: String) {
    arguments = ["hands", "--home", home, "--port", "\(port)", "--data", data]
  }

  /// Where it cannot be started, or ends at once, pages say that there are no hands.
  func begin() {
    let child = Process(), pipe = Pipe()
    child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments = arguments
    child.standardInput = pipe
    guard (try? child.run()) != nil else { return }
    // The child has its own copy of the reading end.
    try? pipe.fileHandleForReading.close()
    lifeline.withLock { $0 = pipe.fileHandleForWriting }
  }

  func end() { lifeline.withLock { try? $0?.close() } }
}
