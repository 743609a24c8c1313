import Escrow
import HandsProtocol

/// Who somebody is, as they typed it, so that it can be written as programs may have written it before.
struct NotedIdentity: Codable, Hashable, Sendable {
  /// The country's code.
  var country: String
  var typed: [String: String]

  /// As it is used: one form for all the ways of writing it (C-21).
  var used: IdentityAttributes { Country.of(code: country)?.normalized(IdentityAttributes(typed)) ?? IdentityAttributes() }

  /// Each attribute that the country asks for, under the name of its field; empty where it was not given.
  var texts: [FieldID: String] {
    let used = used, asked = (Country.of(code: country)?.attributes ?? []) + [.memorableWord]
    return Dictionary(asked.map { (FieldID(rawValue: $0.name), used[$0.name] ?? "") }) { first, _ in first }
  }
}
