import Foundation

/// Records the accepted ceremonies, one JSON object per line, in the file named by `LATCHSTRING_FUZZ_ACCEPTED`: other
/// verifiers judge them afterwards (`scripts/fuzz-differential`).
enum Accepted {
  private static let maximumCount = 20_000
  /// The fuzzer runs in one thread.
  nonisolated(unsafe) private static var count = 0
  private static let file: FileHandle? = {
    guard let path = ProcessInfo.processInfo.environment["LATCHSTRING_FUZZ_ACCEPTED"] else { return nil }
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    return FileHandle(forWritingAtPath: path)
  }()

  static func note(_ line: String) {
    guard let file, count < maximumCount else { return }
    count += 1
    file.write(Data((line + "\n").utf8))
  }
}
