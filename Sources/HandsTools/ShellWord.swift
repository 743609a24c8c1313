import Foundation

/// Text as one word of a line in a shell (POSIX.1-2017, Shell Command Language, §2.2.2).
public enum ShellWord {
  /// Returns the text as it is, if it is one plain word, else quoted: as a person would type it.
  public static func typed(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { plain.contains($0) } && !text.isEmpty && !text.hasPrefix("-")
    return isPlain ? text : quoted(text)
  }
  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./,:@%+=-".utf8)

  public static func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}
