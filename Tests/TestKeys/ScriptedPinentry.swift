import Foundation

/// A pinentry that types a PIN whenever it is asked for one, answers yes to every question, and records everything that
/// it is sent.
public struct ScriptedPinentry: Sendable {
  public let program: String
  private let pinFile: String, notes: String, times: String, barrier: String, processes: String

  /// - Parameter folder: The folder for its files; the caller keeps ownership.
  public init(in folder: String, pin: String) throws {
    program = folder + "/pinentry"
    pinFile = folder + "/typed"
    notes = folder + "/told"
    times = folder + "/times"
    barrier = folder + "/barrier"
    processes = folder + "/processes"
    try type(pin)
    let script = """
      #!/bin/sh
      echo "OK Pleased to meet you"
      while IFS= read -r line; do
        printf '%s\\n' "$line" >> '\(notes)'
        case "$line" in
        GETPIN)
          echo "$$ $PPID" > '\(processes)'
          date +%s.%N >> '\(times)'
          while [ -e '\(barrier)' ]; do sleep 0.02; done
          printf 'D %s\\nOK\\n' "$(cat '\(pinFile)')";;
        BYE) echo OK; exit 0;;
        *) echo OK;;
        esac
      done

      """
    try Data(script.utf8).write(to: URL(filePath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
  }

  /// Makes it type nothing until it is released.
  public func hold() throws { try Data().write(to: URL(filePath: barrier)) }
  public func letGo() { unlink(barrier) }

  /// Sets the PIN that it types from now on.
  public func type(_ pin: String) throws { try Data(pin.utf8).write(to: URL(filePath: pinFile), options: .atomic) }

  /// The commands that it received, one per line.
  public var told: String { (try? String(contentsOfFile: notes, encoding: .utf8)) ?? "" }
  /// The last time the PIN was asked for.
  public var lastAsked: Date? { timesAsked.last.flatMap { Double($0) }.map { Date(timeIntervalSince1970: $0) } }
  /// The number of times the PIN was asked for.
  public var asked: Int { timesAsked.count }
  /// The lines that the script writes last, just before it answers: once a new one appears, everything else about that
  /// request has been written too.
  private var timesAsked: [Substring] {
    (try? String(contentsOfFile: times, encoding: .utf8))?.split(separator: "\n") ?? []
  }
  /// `true` if the program most recently asked for the PIN is still running, so that a person would see its dialog.
  public var isOpen: Bool { lastProcesses.first.map { kill($0, 0) == 0 } ?? false }
  /// The process that opened that dialog.
  public var opener: pid_t? { lastProcesses.last }
  private var lastProcesses: [pid_t] {
    (try? String(contentsOfFile: processes, encoding: .utf8))?.split(whereSeparator: \.isWhitespace).compactMap {
      pid_t($0)
    } ?? []
  }
}
