import ArgumentParser
import CardHands
import Configuration
import Foundation
import Model
import PasskeyHands
import Sentences

/// Lends this computer's card reader to a page that is hosted elsewhere.
struct HandsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hands", abstract: "Lend this computer's card reader to a page that you name.",
    discussion: """
      The page finds the hands on this computer, and your browser asks you once whether it may. The page then asks for \
      the code that is shown here. PIN, PUK and phrase go from the page to the hands and nowhere else. Each signature, \
      each export and each change of a secret is named here, and done only if you type yes.
      """)

  @Option(
    name: .customLong("for"), help: "The page's origin, like https://example.org. Give it once for each page.")
  var origins: [String] = []
  @Option(help: "The port to listen on, on this computer alone (also LATCHSTRING_HANDS_PORT).") var port: Int?
  @Option(help: "The only card reader to use, by its name.") var reader: String?
  @OptionGroup var place: PlaceFlags
  @Option(help: .hidden) var home: String?
  @Option(name: .customLong("browser-mask"), help: .hidden) var browserMask: Int?
  @Flag(name: .customLong("demo"), help: .hidden) var isDemo = false
  @Option(name: .customLong("practice-provider"), help: .hidden) var practice: [String] = []

  func run() async throws {
    try await reportingProblems {
      let read = try await read(in: ProcessInfo.processInfo.environment)
      let settings = try HandsSettings(read, origins: origins)
      guard home != nil || !origins.isEmpty else {
        throw ConfigurationProblem("For which page? Name it: latchstring hands --for https://example.org")
      }
      let program = try HandsProgram(
        settings, home: home, cards: isDemo ? NoReader() : DaemonSource(only: reader),
        passkeys: home == nil || isDemo ? nil : KeysSettings(read),
        browser: browserMask.map(OwnBrowser.init), practice: practice)
      guard home == nil else { return try await Self.serveHome(program) }
      try await program.run(
        saying: """
          This computer's card reader is lent to \(origins.joined(separator: ", ")).
          Stop it with Control-C.
          """)
    }
  }

  func settings(in environment: [String: String]) async throws -> HandsSettings {
    try HandsSettings(try await read(in: environment), origins: origins)
  }
  private func read(in environment: [String: String]) async throws -> StrictSettings {
    try await place.settings(["hands.port": port.map(ConfigContent.int)], environment: environment)
  }

  private static func serveHome(_ program: HandsProgram) async throws {
    let free = program.port < 65_000 ? program.port + 20 : program.port - 20
    let taken: Sentence = """
      Port \(program.port), at which pages find the card reader, is taken by another program, perhaps by another \
      Latchstring. The page is open, but without cards, this computer's passkeys and account recovery. Close the other \
      program and start this one again, or give this one another port: LATCHSTRING_HANDS_PORT=\(free)
      """
    try await program.run(saying: nil, ifTaken: taken) { await untilInputEnds { program.opening?.renew() } }
  }

  /// Waits for the end of the input, whose other end is held by whoever started these hands. It also returns when it is
  /// cancelled, because otherwise a port that is in use would be reported only when the input ends.
  /// - Parameter line: Called when something arrives before that.
  private static func untilInputEnds(_ line: @escaping @Sendable () -> Void) async {
    let (open, end) = AsyncStream<Never>.makeStream()
    Thread.detachNewThread {
      while !FileHandle.standardInput.availableData.isEmpty { line() }
      end.finish()
    }
    for await _ in open {}
  }
}
