import ArgumentParser
import Foundation
import HandsTools
import Logging
import PasskeyHands
import ServiceLifecycle
import TerminalSurface
import Sentences

struct KeysServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Offer this computer's passkeys to other programs, as a security key.",
    discussion: """
      Where no way is named it is a socket at $XDG_RUNTIME_DIR/latchstring/keys.sock, where our library for \
      OpenSSH looks (/usr/lib/latchstring/liblatchstring-sk.so, in the package latchstring-ssh). All ways reach the \
      same passkeys, one request at a time. With --presence ask a notification of the desktop or a line in this \
      terminal asks before each use, and a dialog of this computer (pinentry) asks for the PIN.
      """)

  @OptionGroup var flags: KeysFlags
  @Option(help: "A socket for programs of yours: 64 bytes are one report of a FIDO security key.") var socket: String?
  @Option(help: "A path that programs open as a security key's: fido2-token -I PATH, ssh-keygen -O device=PATH.")
  var pty: String?
  @Flag(
    help: "A security key of the kernel's (/dev/uhid), which ssh and PAM find. By default only root may make one.")
  var uhid = false
  @Option(help: "The port of a virtual card reader (vsmartcard's vpcd), in which a card with the passkeys lies.")
  var readerPort: Int?
  @Option(help: "ask, or always: nobody is asked before a use that takes no PIN (also LATCHSTRING_KEYS_PRESENCE).")
  var presence: String?

  func run() async throws {
    try await reportingProblems {
      let socket = try socket ?? (pty == nil && !uhid && readerPort == nil ? KeysLines.ordinarySocket() : nil)
      signal(SIGPIPE, SIG_IGN)
      let settings = try await flags.settings(presence: presence)
      let watch = PersonWatch(), person = WatchedPerson(try KeysPerson.serving(settings.presence), watch)
      let isUSB = socket != nil || pty != nil || uhid
      let keys = try KeysEnvironment(
        settings, person: person, transports: (isUSB ? ["usb"] : []) + (readerPort == nil ? [] : ["nfc"]))
      // Checks now whether the store responds, rather than when the first program asks.
      let state = try await keys.own.state()
      let lines = KeysLines(keys.queue, watch)
      if let socket { try lines.open(socket: socket) }
      if let pty { try lines.open(pty: pty) }
      if uhid { try lines.openDevice() }
      if let readerPort { try await lines.open(readerPort: readerPort) }
      if flags.json {
        let serving = Serving(
          socket: socket, pty: pty, uhid: uhid, readerPort: readerPort, asks: settings.presence != .always,
          isDeviceBound: keys.isDeviceBound, isPINSet: state.isPINSet)
        let object = try jsonObject(serving)
        return try await lines.untilToldToStop {
          print(object)
          fflush(nil)
        }
      }
      if settings.presence == .always { say("Warning: \(AlwaysPresent.warning)") }
      if !keys.isDeviceBound { say("Warning: \(KeysLocation.fileWarning)") }
      if !state.isPINSet { say("No PIN is set yet. Set one in another terminal: latchstring keys pin") }
      for sentence in lines.sentences { say(sentence) }
      try await lines.untilToldToStop { say("Stop it with Control-C.") }
    }
  }

  /// The open channels, and the accompanying facts, for programs.
  private struct Serving: Encodable {
    let code = "serving"
    var socket: String?, pty: String?, uhid: Bool, readerPort: Int?
    /// `true` if the person is asked before a use that requires no PIN.
    var asks: Bool
    var isDeviceBound: Bool, isPINSet: Bool
  }
}

extension KeysLines {
  fileprivate convenience init(_ queue: AuthenticatorQueue, _ watch: PersonWatch) {
    self.init(queue, watch) {
      PosixTerminal(output: STDERR_FILENO).buzz()
      complain("Here is the security key that was looked for.", after: "")
    }
  }

  /// Waits until the program receives a stop signal, and then closes all channels.
  /// - Parameter say: Reports that the program can now be stopped. It is not called earlier, because a signal that
  ///   nothing waits for ends the process, and leaves the sockets behind.
  fileprivate func untilToldToStop(_ say: @escaping @Sendable () -> Void) async throws {
    var logger = Logger(label: "latchstring.keys")
    logger.logLevel = .critical
    defer { close() }
    try await ServiceGroup(
      configuration: .init(
        services: [Waiting(say: say)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    ).run()
  }
}

private struct Waiting: Service {
  let say: @Sendable () -> Void
  func run() async throws {
    say()
    try await gracefulShutdown()
  }
}
