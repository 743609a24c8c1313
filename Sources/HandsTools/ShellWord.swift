import Foundation

/// Text as one word of a line in a shell (POSIX.1-2017, Shell Command Language, §2.2.2).
public enum ShellWord {
  public static func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}
