import Sentences

/// What somebody who is not the account's holder does to get in: they find, hold, run, read or know something. Two acts
/// are the same if their kinds and ids are.
public struct Act: Hashable, Sendable {
  /// In the order in which a sentence names them.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A provider acts by itself, and needs nobody's code.
    case provider
    /// Several providers do. Which, and how many, is not known.
    case providers
    /// Somebody gets what a provider sends. The id is the method's.
    case reach
    case paper, key, card, device
    /// The PIN of the key or card beside it, as its holder called it.
    case pin
    /// The PIN, fingerprint or PUK of the key or card beside it, while nobody said which PIN that is.
    case secret
    /// Somebody unlocks the device beside it.
    case unlocking
    /// The account with which a passkey says that it is synced.
    case cloud
    case password
    /// What was told to providers, which can be found out.
    case facts
    case answers
    case copy
    /// Something that opened a copy when it was made, and was removed or replaced since.
    case older
    /// Somebody uses the computer on which the account is.
    case computer
    case practice

    /// `true` if the act takes a find, an account or a provider. What only has to be known or guessed takes none.
    var isApart: Bool {
      switch self {
      case .pin, .secret, .unlocking, .password, .facts, .answers: false
      default: true
      }
    }
    /// `true` if the name is that of one thing of the holder's.
    var isNamed: Bool {
      switch self {
      case .paper, .key, .card, .device, .pin, .copy: true
      default: false
      }
    }
    var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }
  public var kind: Kind
  public var id: String
  /// The name inside a sentence; empty if the kind says everything.
  public var name: Sentence
  /// The id of the outermost place in which the thing lies; `nil` if nobody said where that is.
  public var place: String?
}
