/// A command that a person runs in a terminal of their own computer, as a page shows it to be copied.
public enum TerminalCommand: String, Codable, CaseIterable, Sendable {
  /// Installs the card service on Debian and the systems based on it, which then start it by themselves.
  case installCardService
  /// Lends this computer's hands to the page that shows the command.
  case lendHands

  /// Returns the command as it is typed.
  /// - Parameter site: The origin of the page that shows it, such as `https://example.org`.
  public func line(for site: String) -> String {
    switch self {
    case .installCardService: "sudo apt install pcscd"
    case .lendHands: "latchstring hands --for \(site)"
    }
  }
}
