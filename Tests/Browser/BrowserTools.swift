/// What tests do in a tab for which W3C WebDriver has no command, so that each browser does it in its own way. Whatever
/// a browser cannot do throws `BrowserError.Code.unsupported`.
protocol BrowserTools: Sendable {
  /// A JavaScript expression that is true once a person would press something in this document.
  var isReadyToPress: String { get }

  /// Evaluates an expression in the page, regardless of its CSP, and awaits its promise. Returns the text that it
  /// resolves to, or `nil`.
  func evaluate(_ expression: String) async throws -> String?
  func addScriptOnNewDocument(_ source: String) async throws
  func consoleEntries() async throws -> [ConsoleEntry]
  func saveDownloads(in folder: String) async throws

  func emulate(width: Int, height: Int, scale: Double, mobile: Bool) async throws
  func emulateMedia(colorScheme: ColorScheme?, reducedMotion: Bool?) async throws
  func emulatePrint(_ isPrinting: Bool) async throws
  func emulate(textScale: Double) async throws
  func emulate(languages: String) async throws
  func emulate(userAgent: String) async throws
  func setLatency(_ latency: Duration?) async throws
  func setOffline(_ offline: Bool) async throws
  func touch(_ kind: TouchKind, x: Double, y: Double) async throws

  func enableVirtualAuthenticators() async throws
  /// Returns the authenticator's id.
  func addAuthenticator(_ transport: AuthenticatorTransport, _ options: AuthenticatorOptions) async throws -> String
  func setPresence(_ present: Bool, of authenticator: String) async throws
  func setUserVerified(_ verified: Bool, of authenticator: String) async throws
  func setFaults(_ faults: AuthenticatorFaults, of authenticator: String) async throws
  func credentials(of authenticator: String) async throws -> [AuthenticatorCredential]
  func add(_ credential: AuthenticatorCredential, to authenticator: String) async throws
  func removeCredential(_ id: String, from authenticator: String) async throws
  func clear(_ authenticator: String) async throws
  func setBackup(
    of credential: String, on authenticator: String, eligible: Bool, backedUp: Bool
  ) async throws
  func remove(_ authenticator: String) async throws
}

/// What a finger does at a place of the page.
enum TouchKind: String, Sendable {
  case start = "touchStart"
  case move = "touchMove"
  case end = "touchEnd"
}
