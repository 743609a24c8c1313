import ArgumentParser
import BrowserExtension
import Foundation
import Model
import PasskeyHands
import TerminalSurface

/// The command that a browser starts for its extension. Standard input and output belong to the browser.
struct KeysHostCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host",
    abstract: "Answer a browser's extension. The browser starts this; install-browser tells it how.",
    shouldDisplay: false)

  @OptionGroup var flags: KeysFlags
  @Argument(help: "Which extension asks, as the browser says.") var origin: String?

  func run() async throws {
    try await reportingProblems {
      guard origin == nil || origin == BrowserInstallation.extensionOrigin else {
        throw ConfigurationProblem("Another extension asked. Only Latchstring's own is answered.")
      }
      signal(SIGPIPE, SIG_IGN)  // a browser that went away is seen where its answer is written
      let keys = try KeysEnvironment(
        try await flags.settings(), person: KeysPerson.behindBrowser(), isPlatform: true, transports: ["internal"])
      await BrowserHost(keys.queue).serve(NativePort())
    }
  }
}

struct KeysInstallBrowserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install-browser", abstract: "Let your browser use the passkeys of this computer.",
    discussion: """
      It tells Chromium, Chrome, Edge, Brave and Vivaldi which program answers Latchstring's extension, and says how \
      to load that. It finds browsers that were started before. Each person of a computer does it for themselves. \
      Firefox has no way for an extension to answer passkey requests; there, and everywhere else, “latchstring keys \
      serve --uhid” is a security key.
      """)

  @OptionGroup var flags: KeysFlags
  @Option(
    help: """
      A browser's folder of profiles (its --user-data-dir), where it is none of the usual ones. May be given several \
      times.
      """)
  var profile: [String] = []

  func run() async throws {
    try await reportingProblems {
      let settings = try await flags.settings(), keys = try KeysEnvironment(settings)
      let installation = BrowserInstallation(folder: keys.folder), folder = absolute(keys.folder.extension)
      let browsers =
        profile.isEmpty
        ? InstalledBrowser.all() : profile.map { InstalledBrowser(name: absolute($0), folder: absolute($0)) }
      guard !browsers.isEmpty else {
        throw ConfigurationProblem(
          "No browser that could use them was ever started here. Start it once, or name its folder with --profile.")
      }
      for browser in browsers where !FileManager.default.fileExists(atPath: browser.folder) {
        throw ConfigurationProblem(
          "There is no folder \(browser.folder). Start the browser once with it, or look whether it is spelled so.")
      }
      let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
      try installation.prepare(
        program: program,
        arguments: ["--data", absolute(settings.data)] + (flags.place.config.map { ["--config", absolute($0)] } ?? []),
        extension: ExtensionFiles.path)
      let files = try browsers.map { try installation.install(in: $0) }
      if !profile.isEmpty { for browser in browsers { try browser.remember(in: keys.folder) } }
      let names = browsers.map(\.name).joined(separator: ", ")
      try flags.tell(
        Installed(extension: keys.folder.extension, manifests: files),
        """
        Told: \(names).

        Now load the extension, once in each:
          1. Open chrome://extensions.
          2. Switch on “Developer mode”.
          3. Press “Load unpacked” and choose this folder (Ctrl+L lets you type it):
             \(folder)

        Then sites that offer a passkey meet Latchstring. To stop it, remove the extension there.
        """, keeping: [folder])
      guard !flags.json else { return }
      if !keys.isDeviceBound { say("\n\(KeysLocation.fileWarning)") }
      if try await !keys.own.state().isPINSet {
        say("\nNo PIN is set yet, and without one no passkey is made: latchstring keys pin")
      }
    }
  }

  private func absolute(_ path: String) -> String { URL(filePath: path).path }

  private struct Installed: Encodable {
    var `extension`: String
    var manifests: [String]
  }
}
