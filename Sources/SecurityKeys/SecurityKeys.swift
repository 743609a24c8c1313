import HandsProtocol

/// The security keys that are plugged into this computer, which answer a flow in a terminal as they would answer a page
/// in a browser.
public struct SecurityKeys: Sendable {
  private let paths: [String]

  /// - Parameter paths: The only keys to use, as paths; empty for those that are plugged in.
  public init(at paths: [String] = []) { self.paths = paths }

  /// Performs one ceremony. When the task is cancelled, the key is told so, and this returns soon.
  ///
  /// - Parameters:
  ///   - options: The relying party's options, as the flow's work carries them.
  ///   - origin: The origin that the key signs for.
  /// - Throws: `SecurityKeyProblem`.
  public func perform(
    _ ceremony: KeyCeremony, options: String, origin: String, holder: any KeyHolder
  ) async throws -> KeyAnswer {
    switch ceremony {
    case .create, .register:
      guard let options = CreationOptions(options) else { throw SecurityKeyProblem.unsupported }
      let key = try await KeyInHand(holder: holder).open(paths)
      return try await KeyCreation(options: options, origin: origin, key: key, holder: holder).answer()
    case .tap, .signIn, .signInImmediately, .confirm:
      guard let options = AssertionOptions(options) else { throw SecurityKeyProblem.unsupported }
      let key = try await KeyInHand(holder: holder).open(paths)
      return try await KeyAssertion(options: options, origin: origin, key: key, holder: holder).answer()
    case .autoFill: throw SecurityKeyProblem.unsupported
    }
  }
}
