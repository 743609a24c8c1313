import Foundation
import Subprocess

/// The browser of the person who starts `home`, opened by the desktop's own program for that.
struct OwnBrowser: Sendable {
  private static let opener = "xdg-open"
  /// The umask of the person's own programs. This program's is stricter, and a browser that it starts must not inherit
  /// that.
  let mask: Int

  /// - Returns: `nil` if there is no desktop here, or nobody at its terminal.
  static func here(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> OwnBrowser? {
    let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    guard hasDesktop, isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    guard folders.contains(where: { access("\($0)/\(opener)", X_OK) == 0 }) else { return nil }
    let mask = umask(0o077)
    umask(mask)
    return OwnBrowser(mask: Int(mask))
  }

  /// Opens a file or an address in a session of its own, so that Control-C in the terminal does not end the browser.
  ///
  /// - Parameter target: What is opened. Every program on this computer can read it among the arguments.
  func open(_ target: String) {
    var options = PlatformOptions()
    options.createSession = true
    let line = "umask \(String(mask, radix: 8)); exec \(Self.opener) \"$1\"", platform = options
    Task {
      _ = try? await Subprocess.run(
        .path("/bin/sh"), arguments: ["-c", line, "sh", target], platformOptions: platform, output: .discarded)
    }
  }
}
