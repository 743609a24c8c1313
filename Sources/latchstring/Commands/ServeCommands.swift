import ArgumentParser
import HTTPConnections
import LocalServer
import Sentences

/// Runs everything on one person's computer, for one household.
struct HomeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "home", abstract: "Open Latchstring on this computer, for this computer alone.")

  @OptionGroup var flags: SharedFlags
  @Flag(help: "A scripted world for trying out: pretended keys, and everything is gone when it ends.") var demo = false

  @Flag(help: "Do not open the page in a browser (also LATCHSTRING_BROWSER=off).") var noBrowser = false

  func run() async throws {
    try await reportingProblems {
      let read = try await flags.settings(noBrowser ? ["browser": .string("off")] : [:])
      var settings = try Settings.home(read)
      let folder = demo ? try DemoFolder() : nil
      defer { folder?.remove() }
      if let folder { settings.data = folder.path }
      let stray = ["localhost", "127.0.0.1", "[::1]"].map { "\($0):\(settings.port)" }
      let browser = settings.opensBrowser ? OwnBrowser.here() : nil
      let hands = HandsProcess(settings, config: flags.place.config, browser: browser, isDemo: demo)
      let program = try await ServerProgram(
        settings, isDemo: demo, strayHosts: Set(stray), areHandsGone: { hands.hasEnded })
      let keeps: Sentence =
        demo
        ? "This is the demo: keys, card and providers are pretended, and nothing is kept."
        : "It keeps everything in \(settings.data)."
      let greeting: Sentence = """
        Latchstring is open at \(settings.origins[0])
        \(keeps)
        Stop it with Control-C.
        """
      try await program.run(on: Loopback.addresses, saying: greeting) { [settings] in
        if !demo { HomePort.remember(settings.port, in: settings.data) }
        hands.begin()
        Task { for await _ in EnterKey.presses() { hands.renewAddress() } }
      }
      await hands.end()
    }
  }
}

/// Runs the hosted web app and relying party.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve many people, behind a proxy that speaks TLS. docs/CONFIGURATION.md says what to set.")

  @OptionGroup var flags: SharedFlags

  func run() async throws {
    try await reportingProblems {
      let settings = try Settings.serve(try await flags.settings())
      let program = try await ServerProgram(settings)
      let sockets = ServiceManager.sockets
      let greeting: Sentence =
        sockets.isEmpty
        ? "Latchstring serves \(settings.rpID) on \(settings.host):\(settings.port)."
        : "Latchstring serves \(settings.rpID) on the address that the service manager opened."
      try await program.run(on: [settings.host], orOn: sockets, saying: greeting)
    }
  }
}
