import Foundation
import GuardedShell
import Synchronization

/// A program that takes part in the siege. It ends with this process, however that ends.
final class Part: Sendable {
  let processIdentifier: pid_t
  private let shell: GuardedShell
  private let isStopped = Mutex(false)

  /// Starts a program.
  /// - Parameters:
  ///   - output: The file to which everything it says is appended.
  ///   - ending: The signal that ends it at once, and all that it has started.
  init(_ command: [String], output: String, ending: String = "KILL") throws {
    let note = output + ".pid"
    try? FileManager.default.removeItem(atPath: note)
    shell = try GuardedShell(Self.script, [output, note, ending] + command)
    let end = ContinuousClock.now + .seconds(10)
    var number: pid_t?
    while number == nil, ContinuousClock.now < end {
      usleep(2_000)
      number = (try? String(contentsOfFile: note, encoding: .utf8)).flatMap { pid_t($0.prefix { $0 != "\n" }) }
    }
    guard let number else { throw SiegeError("\(command[0]) does not start.") }
    processIdentifier = number
  }
  deinit { stop() }

  /// Ends it, if it still runs. Returns once it has ended.
  func stop() {
    isStopped.withLock { isStopped in
      if !isStopped { shell.stop() }
      isStopped = true
    }
  }

  /// `true` until it has ended.
  var isRunning: Bool {
    guard let said = try? String(contentsOfFile: "/proc/\(processIdentifier)/stat", encoding: .utf8) else {
      return false
    }
    // The shell keeps its number until then.
    return !said.contains(") Z ") && !said.contains(") X ")
  }

  /// Sends a signal to it.
  func send(_ signal: CInt) { kill(processIdentifier, signal) }
  /// Sends a signal to it and to what it has started.
  func sendAll(_ signal: CInt) throws {
    let number = processIdentifier
    let children = try String(contentsOfFile: "/proc/\(number)/task/\(number)/children", encoding: .utf8)
    for process in [number] + children.split(separator: " ").compactMap({ pid_t($0) }) { kill(process, signal) }
  }

  private static let script = """
    trap '' INT TERM HUP
    output="$1" note="$2" ending="$3"
    shift 3
    "$@" </dev/null >>"$output" 2>&1 &
    part=$!
    echo "$part" >"$note.new"
    mv "$note.new" "$note"
    read -r _
    kill -s CONT "$part" 2>/dev/null
    kill -s "$ending" "$part" 2>/dev/null
    wait "$part"
    """
}

/// The reason why the siege cannot go on, as a sentence for the person who runs it.
struct SiegeError: Error, CustomStringConvertible {
  let description: String
  init(_ sentence: String) { description = sentence }
}
