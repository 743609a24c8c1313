/// What became of a captured ceremony.
public struct CapturedVerdict: Sendable {
  /// The name of the row; `-` where it has none.
  public let id: String
  /// Why it was refused; `nil` where it passed.
  public let error: WebAuthnError?
  /// What to say where there is no error to speak for itself.
  public let sentence: String
  /// The public key of a registration that passed.
  public let credentialPublicKey: [UInt8]?

  /// One line: id, `ok` or `error`, code, sentence, with tabs between them.
  public var line: String {
    // An id with a tab or a line break in it would break the line, and other signs would command the terminal.
    "\(WebAuthnError.printable(id, limit: 512))\t\(error == nil ? "ok" : "error")\t\(error?.code.rawValue ?? "ok")\t\(sentence)"
  }
}
