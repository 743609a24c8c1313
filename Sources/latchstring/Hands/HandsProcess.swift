import Foundation

/// The hands of `home`, in a process of their own: what lies in its memory, and a fault of a card reader's, stay out of the web server's.
///
/// The child reads from a pipe that this process holds, and ends when that closes: also where this process is killed.
final class HandsProcess: Sendable {
  private let lifeline: FileHandle

  /// - Returns: `nil` where it cannot be started; pages then say that there are no hands.
  init?(port: Int, data: String, home: String) {
    let child = Process(), pipe = Pipe()
    child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments = ["hands", "--home", home, "--port", "\(port)", "--data", data]
    child.standardInput = pipe
    guard (try? child.run()) != nil else { return nil }
    // The child has its own copy of the reading end.
    try? pipe.fileHandleForReading.close()
    lifeline = pipe.fileHandleForWriting
  }
  deinit { try? lifeline.close() }
}
