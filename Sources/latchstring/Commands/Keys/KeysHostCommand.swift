import ArgumentParser
import Foundation
import Model
import PasskeyHands

/// What the browser starts for its extension. Standard input and output are the browser's.
struct KeysHostCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host", abstract: "Answer a browser's extension. The browser starts this; install-browser tells it how.", shouldDisplay: false)

  @OptionGroup var flags: KeysFlags
  @Argument(help: "Which extension asks, as the browser says.") var origin: String?

  func run() async throws {
    try await reportingProblems {
      guard origin == nil || origin == BrowserInstallation.extensionOrigin else {
        throw ConfigurationProblem("Another extension asked. Only Latchstring's own is answered.")
      }
      signal(SIGPIPE, SIG_IGN)  // a browser that went away is seen where its answer is written
      let room = try KeysEnvironment(
        try await flags.settings(), person: KeysPerson.behindBrowser(), isPlatform: true, transports: ["internal"])
      await BrowserHost(room.queue).serve(NativePort())
    }
  }
}
