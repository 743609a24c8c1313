/// One set of attributes to try when looking for a backup. At backup time, the same facts may have been typed
/// differently, or into a different program.
public struct AttributeVariant: Hashable, Sendable {
  /// The way in which a variant writes the attributes.
  public enum Writing: String, Hashable, Sendable, CaseIterable {
    /// In this program's normalized form.
    case normalized
    case asTyped = "as-typed"
    /// Numbers are written without separators, everything else as typed.
    case plainNumbers = "plain-numbers"
    /// "Zürich" is written as "Zurich".
    case withoutAccents = "without-accents"
    /// "Zürich" is written as "Zuerich".
    case umlautsSpelledOut = "umlauts-spelled-out"
    /// "Zuerich" is written as "Zürich".
    case umlautsRead = "umlauts-read"
    /// "Seestrasse" is written as "Seestraße".
    case sharpS = "sharp-s"
    case smallLetters = "small-letters"
    case capitalLetters = "capital-letters"
  }
  public var writing: Writing
  /// `true` if optional attributes are left out.
  public var leavesOutOptional: Bool
  public var hasMemorableWord: Bool
  public var origin: BackupOrigin
  /// The attributes that are hashed.
  public var attributes: IdentityAttributes

  /// A description for the person, worded to follow "Tried" in a sentence.
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

extension AttributeVariant {
  /// The maximum number of variants. Each variant requires one Argon2id computation and a request to every provider
  /// asked, and providers count requests.
  public static let most = 12
}

extension Country {
  /// Returns the variants to try, most likely first. Each distinct set of attributes appears once.
  ///
  /// - Parameters:
  ///   - typed: The attributes as typed. Those that the country does not ask for are omitted.
  ///   - origin: The program that made the backup, if the person knows it; `nil` tries both.
  ///   - limit: The maximum number of variants, at most `AttributeVariant.most`.
  public func variants(
    of typed: IdentityAttributes, from origin: BackupOrigin? = nil, limit: Int = AttributeVariant.most
  ) -> [AttributeVariant] {
    var seen: Set<IdentityAttributes> = []
    var found: [AttributeVariant] = []
    for plan in plans(of: typed, from: origin) {
      guard found.count < min(limit, AttributeVariant.most) else { break }
      var attributes = written(typed, plan.writing, leavingOutOptional: plan.leavesOutOptional)
      if plan.hasMemorableWord, let word = typed[IdentityAttribute.memorableWord.name] {
        attributes[IdentityAttribute.memorableWord.name] = IdentityAttribute.memorableWord.normalized(word)
      }
      attributes = plan.origin.marked(attributes)
      // A variant that no client can hash is not worth trying.
      guard (try? CanonicalJSON.object(attributes.values)) != nil, seen.insert(attributes).inserted else { continue }
      var variant = plan
      variant.attributes = attributes
      found.append(variant)
    }
    return found
  }

  /// Returns the possible spellings in order of likelihood, before their attributes are filled in.
  private func plans(of typed: IdentityAttributes, from origin: BackupOrigin?) -> [AttributeVariant] {
    let isWordGiven =
      !(typed[IdentityAttribute.memorableWord.name].map { IdentityAttribute.memorableWord.normalized($0) } ?? "")
      .isEmpty
    func plan(
      _ writing: AttributeVariant.Writing, _ made: BackupOrigin, withoutOptional: Bool = false, word: Bool = false
    ) -> AttributeVariant {
      AttributeVariant(
        writing: writing, leavesOutOptional: withoutOptional, hasMemorableWord: word, origin: made, attributes: [:])
    }
    let guesses: [AttributeVariant.Writing] = [
      .plainNumbers, .umlautsRead, .withoutAccents, .umlautsSpelledOut, .sharpS, .smallLetters, .capitalLetters,
    ]
    if let origin {
      return (isWordGiven ? [plan(.normalized, origin, word: true)] : [])
        + [
          plan(.normalized, origin), plan(.asTyped, origin), plan(.normalized, origin, withoutOptional: true),
          plan(.asTyped, origin, withoutOptional: true),
        ]
        + guesses.map { plan($0, origin) }
    }
    return (isWordGiven ? [plan(.normalized, .plain, word: true)] : [])
      + [
        plan(.normalized, .plain), plan(.asTyped, .plain), plan(.asTyped, .webClient), plan(.normalized, .webClient),
        plan(.normalized, .plain, withoutOptional: true), plan(.asTyped, .webClient, withoutOptional: true),
      ] + guesses.map { plan($0, .plain) } + [plan(.plainNumbers, .webClient)]
  }

  private func written(
    _ typed: IdentityAttributes, _ writing: AttributeVariant.Writing, leavingOutOptional: Bool
  ) -> IdentityAttributes {
    var result = IdentityAttributes()
    for attribute in attributes where !(leavingOutOptional && attribute.isOptional) {
      guard let value = typed[attribute.name], !attribute.normalized(value).isEmpty else { continue }
      result[attribute.name] = attribute.written(value, writing)
    }
    return result
  }
}

extension IdentityAttribute {
  fileprivate func written(_ typed: String, _ writing: AttributeVariant.Writing) -> String {
    let value = normalized(typed)
    switch (writing, kind) {
    case (.asTyped, _): return typed
    case (.plainNumbers, .number): return WrittenForm.number(typed, mask: nil)
    case (.plainNumbers, _): return typed
    case (_, .number), (_, .date), (.normalized, _): return value
    case (.withoutAccents, _): return WrittenForm.withoutAccents(value)
    case (.umlautsSpelledOut, _): return WrittenForm.umlautsSpelledOut(value)
    case (.umlautsRead, _): return WrittenForm.umlautsRead(value)
    case (.sharpS, _): return value.replacing("ss", with: "ß")
    case (.smallLetters, _): return value.lowercased()
    case (.capitalLetters, _): return value.uppercased()
    }
  }
}
