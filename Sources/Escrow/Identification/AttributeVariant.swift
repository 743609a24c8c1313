/// One set of attributes to look for a backup with. Whoever made it may have typed the same facts otherwise, or used another program.
public struct AttributeVariant: Hashable, Sendable {
  /// How the attributes are written in it.
  public enum Writing: String, Hashable, Sendable, CaseIterable {
    /// As this program writes them.
    case normalized
    case asTyped = "as-typed"
    /// Numbers without what stands between their digits, everything else as typed.
    case plainNumbers = "plain-numbers"
    /// "Zürich" as "Zurich".
    case withoutAccents = "without-accents"
    /// "Zürich" as "Zuerich".
    case umlautsSpelledOut = "umlauts-spelled-out"
    /// "Zuerich" as "Zürich".
    case umlautsRead = "umlauts-read"
    /// "Seestrasse" as "Seestraße".
    case sharpS = "sharp-s"
    case smallLetters = "small-letters"
    case capitalLetters = "capital-letters"
  }
  public var writing: Writing
  /// Without what may be left out.
  public var leavesOutOptional: Bool
  public var hasMemorableWord: Bool
  public var origin: BackupOrigin
  /// What is hashed.
  public var attributes: IdentityAttributes

  /// As it stands in a sentence that begins with "Tried".
  public var description: String {
    var parts: [String] = []
    switch writing {
    case .normalized: parts.append("as shown")
    case .asTyped: parts.append("exactly as typed")
    case .plainNumbers: parts.append("with plain numbers")
    case .withoutAccents: parts.append("without accents")
    case .umlautsSpelledOut: parts.append("with umlauts spelled out")
    case .umlautsRead: parts.append("with umlauts")
    case .sharpS: parts.append("with ß")
    case .smallLetters: parts.append("in small letters")
    case .capitalLetters: parts.append("in capital letters")
    }
    if leavesOutOptional { parts.append("without what is optional") }
    if hasMemorableWord { parts.append("with the memorable word") }
    if origin == .webClient { parts.append("as Anastasis' web page does") }
    return parts.joined(separator: ", ")
  }
}
