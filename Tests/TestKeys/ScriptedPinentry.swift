import Foundation

/// A pinentry that types a PIN whenever it is asked, says yes to whatever it is asked, and notes all that it was told.
public struct ScriptedPinentry: Sendable {
  public let program: String
  private let pinFile: String, notes: String

  /// - Parameter folder: Where its files lie; it stays the caller's.
  public init(in folder: String, pin: String) throws {
    program = folder + "/pinentry"
    pinFile = folder + "/typed"
    notes = folder + "/told"
    try type(pin)
    let script = """
      #!/bin/sh
      echo "OK Pleased to meet you"
      while IFS= read -r line; do
        printf '%s\\n' "$line" >> '\(notes)'
        case "$line" in
        GETPIN) printf 'D %s\\nOK\\n' "$(cat '\(pinFile)')";;
        BYE) echo OK; exit 0;;
        *) echo OK;;
        esac
      done

      """
    try Data(script.utf8).write(to: URL(filePath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
  }

  /// What it types from now on.
  public func type(_ pin: String) throws { try Data(pin.utf8).write(to: URL(filePath: pinFile), options: .atomic) }

  /// The commands that it was given, one each line.
  public var told: String { (try? String(contentsOfFile: notes, encoding: .utf8)) ?? "" }
  /// How often the PIN was asked.
  public var asked: Int { told.split(separator: "\n").count { $0 == "GETPIN" } }
}
