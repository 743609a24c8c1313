import Foundation

/// Starts Firefox ESR and speaks its own protocol, Marionette, with it: Debian has no geckodriver. Each page gets a new
/// process, which takes well under a second.
///
/// The profile and whatever else it writes live in one temporary folder, which is removed with it; errors quote the end
/// of its output.
public actor Firefox {
  public static let shared = Firefox()
  private let places = Places.forPages()

  /// Starts a browser; waits while too many are open. Each must be passed to `close`.
  func open(_ setup: PageSetup) async throws -> BrowserSession {
    guard setup == PageSetup() else {
      throw BrowserError(.unsupported, "Firefox has neither Chromium's flags nor its extensions: \(setup)")
    }
    await places.take()
    do {
      return try await Self.launch()
    } catch {
      await places.leave()
      throw error
    }
  }

  func close(_ session: BrowserSession) async {
    await session.end()
    await places.leave()
  }

  private static func launch() async throws -> BrowserSession {
    let program = try Programs.firefox()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("firefox-tests-\(UUID().uuidString)")
      .path
    let profile = folder + "/profile"
    try FileManager.default.createDirectory(
      atPath: profile, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try preferences.write(toFile: profile + "/user.js", atomically: false, encoding: .utf8)
    // The page is 1280 × 757, as in Chromium: the rest is the tabs and the address bar. Its home is the folder, so that
    // it neither reads nor changes what this computer's own Firefox keeps.
    let process = try GuardedProcess(
      folder: folder,
      command: [
        "/usr/bin/env", "HOME=\(folder)", "MOZ_HEADLESS_WIDTH=1280", "MOZ_HEADLESS_HEIGHT=843",
        program, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile,
      ])
    do {
      let connection = try MarionetteConnection(port: try await port(in: profile, of: process))
      return try await MarionetteDriver.start(connection, process)
    } catch {
      let output = process.output.split(separator: "\n").suffix(20).joined(separator: "\n")
      process.stop()
      throw BrowserError(.driver, "Firefox did not start: \(error)\n\(output)")
    }
  }

  /// Firefox chooses a free port, and writes it into this file once it listens there.
  private static func port(in profile: String, of process: GuardedProcess) async throws -> Int {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      let text = (try? String(contentsOfFile: profile + "/MarionetteActivePort", encoding: .utf8)) ?? ""
      if let port = Int(text) { return port }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw BrowserError(.driver, "it did not say its port within 60 s")
  }

  /// Marionette itself turns off everything that would ask the person or fetch from the network.
  private static let preferences = """
    user_pref("marionette.port", 0);
    user_pref("security.webauth.webauthn_enable_softtoken", true);
    user_pref("security.webauth.webauthn_enable_usbtoken", true);
    user_pref("signon.rememberSignons", false);
    user_pref("browser.formfill.enable", false);
    user_pref("dom.ipc.processPrelaunch.enabled", false);

    """
}
