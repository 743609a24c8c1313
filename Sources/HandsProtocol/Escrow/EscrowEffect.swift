/// What hands can do to back the way's secret up with escrow providers and to get it back. Identity attributes, addresses, answers and codes
/// stand in secret fields and in the hands' own file, and never here.
public enum EscrowEffect: Hashable, Sendable {
  // What was begun
  /// Looks for what an earlier run left unfinished (C-53).
  case resume(EscrowPurpose)
  /// Forgets it.
  case discard(EscrowPurpose)

  // Who somebody is
  /// Judges the typed attributes, and keeps them as they will be used (C-21, C-22).
  case identify(EscrowPurpose, country: String, fields: [FieldID])
  /// Shows them once more as they will be used, each under the name of its field.
  case showIdentity(EscrowPurpose)

  // Providers
  /// Asks providers what they offer; those that are not known yet are added (C-30, C-31).
  case contact(EscrowPurpose, [String])

  // Setting up
  /// Draws a key for a program that makes codes by the clock, and shows it.
  case drawClock(FieldID)
  /// Judges and keeps what a method needs to know (C-26, C-27).
  case addMethod(EscrowKind, fields: [FieldID])
  case removeMethod(Int)
  /// Uploads everything that is not uploaded yet. May be repeated.
  case upload(EscrowPlan)
  /// Looks whether what is due for the upload was paid, and keeps what was sent for it. It begins nothing and hands out nothing.
  case checkPayments
  /// Everything stands: forgets the attributes and the secret, and keeps what the status page needs.
  case finish

  // Getting it back
  /// Looks for documents at these providers, and nowhere says whether there is one.
  case discover([String])
  case openDocument(url: String, version: Int)
  /// Has a provider send a code, or begin whatever the challenge needs.
  case begin(challenge: Int)
  case answer(challenge: Int, FieldID)
  /// Asks whether the transfer that a challenge waits for has come, or what was said about the photo.
  case poll(challenge: Int)
  /// Puts the shares of a policy together.
  case recover

  // Afterwards
  /// Asks each provider of a finished set-up how it stands (C-40).
  case status
}

/// Which of the two conversations.
public enum EscrowPurpose: String, Codable, Hashable, Sendable, CaseIterable { case backup, recovery }

extension EscrowEffect {
  /// Whether it uses what the hands were given before, or keep in their file.
  var needsMemory: Bool {
    switch self {
    case .resume, .discard, .status, .contact: false
    case .identify, .showIdentity, .drawClock, .addMethod, .removeMethod, .upload, .checkPayments, .finish, .discover, .openDocument, .begin,
      .answer, .poll, .recover:
      true
    }
  }
  /// The secret fields that it uses.
  public var fields: [FieldID] {
    switch self {
    case .identify(_, _, let fields), .addMethod(_, let fields): fields
    case .answer(_, let field): [field]
    case .resume, .discard, .showIdentity, .contact, .drawClock, .removeMethod, .upload, .checkPayments, .finish, .discover, .openDocument, .begin,
      .poll, .recover, .status:
      []
    }
  }
}
