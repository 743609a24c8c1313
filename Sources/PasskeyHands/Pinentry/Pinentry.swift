import Encoding
import Foundation

/// The program on this machine that asks for PINs (GnuPG's pinentry, in any of its variants). It is started for one
/// question, and ended afterwards.
public struct Pinentry: Sendable {
  /// The number of seconds that the program may take, after the dialog's timeout, to report that it has ended.
  private static let grace = 5

  /// The path of the program.
  public let program: String
  private let environment: [String: String]

  /// Returns `true` if there is a screen on which the program's dialogs can appear.
  public static func hasDesktop(_ environment: [String: String]) -> Bool {
    environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
  }

  /// - Parameter name: A path, or a name to be looked up in `PATH`.
  /// - Returns: `nil` if there is no such program.
  public init?(_ name: String = "pinentry", environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard let found = ProgramPath.find(name, environment: environment) else { return nil }
    program = found
    self.environment = environment
  }

  /// Shows the dialog. If the task is cancelled, the program ends and its window closes.
  func ask(_ dialog: PinentryDialog) async -> PinentryAnswer {
    guard !Task.isCancelled else { return .cancelled }
    guard Self.hasDesktop(environment) || isatty(0) == 0 || !OwnTerminal.isInBackground else { return .unable }
    guard let child = ChildProgram(program, environment: environment) else { return .unable }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        Thread.detachNewThread {
          let answer = converse(dialog, with: child)
          child.end()
          waiter.resume(returning: answer)
        }
      }
    } onCancel: {
      child.interrupt()
    }
    return Task.isCancelled ? .cancelled : answer
  }

  private func converse(_ dialog: PinentryDialog, with child: ChildProgram) -> PinentryAnswer {
    let conversation = AssuanConversation(child, until: .now + .seconds(dialog.timeout + Self.grace))
    guard case .ok = conversation.ask(nil) else { return .unable }
    // A pinentry that does not support one of these options asks its question without that option.
    for (option, value) in options {
      if case .broken = conversation.ask("OPTION", "\(option)=\(value)") { return .unable }
    }
    let texts: [(command: String, text: String?)] = [
      ("SETTITLE", dialog.title), ("SETDESC", dialog.description), ("SETPROMPT", dialog.prompt),
      ("SETERROR", dialog.error),
      ("SETTIMEOUT", String(dialog.timeout)),
    ]
    for (command, text) in texts {
      guard let text else { continue }
      if case .broken = conversation.ask(command, text) { return .unable }
    }
    let outcome = conversation.ask(dialog.prompt == nil ? "CONFIRM" : "GETPIN")
    _ = child.send(Array("BYE\n".utf8))
    switch outcome {
    case .ok(let secret): return dialog.prompt == nil ? .confirmed : .typed(secret)
    case .error(PinentryCode.timeout): return .timedOut
    case .error(PinentryCode.canceled), .error(PinentryCode.notConfirmed), .error(PinentryCode.fullyCanceled):
      return .declined
    case .error, .broken: return .unable
    }
  }

  /// The options that locate the person: the terminal or the display from which this program was started.
  private var options: [(String, String)] {
    let language = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"]
    let terminal = environment["GPG_TTY"] ?? (isatty(0) == 1 ? ttyname(0).map { String(cString: $0) } : nil)
    return [
      ("ttyname", terminal), ("ttytype", environment["TERM"]), ("lc-ctype", language),
      ("display", environment["DISPLAY"]),
    ]
    .compactMap { name, value in value.map { (name, $0) } }
  }
}

/// A dialog as a pinentry shows it.
public struct PinentryDialog: Hashable, Sendable {
  public var title: String
  public var description: String
  /// The text before the field for the PIN. If it is `nil`, the dialog only asks yes or no.
  public var prompt: String?
  /// What was wrong with the last answer.
  public var error: String?
  /// The number of seconds after which the dialog closes by itself.
  public var timeout: Int
}

/// The result of a pinentry's dialog.
enum PinentryAnswer: Sendable {
  case confirmed
  case typed(Secret)
  case declined
  case timedOut
  /// The caller was cancelled.
  case cancelled
  /// No pinentry can ask, because there is no program, no display, or no terminal.
  case unable
}
