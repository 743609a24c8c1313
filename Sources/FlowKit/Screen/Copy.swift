import Sentences

/// A string that the person reads. Each string is declared once, with a unique ID that is its key in every catalogue.
public struct Copy: Encodable, Hashable, Sendable {
  public let id: String
  public let sentence: Sentence
  /// The text for someone on a phone, where the procedure is different. If this text is empty, nothing is shown on that
  /// device.
  public let onPhone: Sentence?
  /// The text for someone on an iPhone, in place of `onPhone`.
  public let onIPhone: Sentence?
  /// The text for a page served by this very computer, where no other computer should be mentioned.
  public let atHome: Sentence?
  /// The text for a terminal, where the procedure is different.
  public let inTerminal: Sentence?
  /// Special handling of the text by a surface, besides displaying it.
  public let meaning: Meaning?
  /// A kind of special handling of some sentences by a product's surfaces. A product names its own kinds in an
  /// extension.
  public struct Meaning: RawRepresentable, Codable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Creates a copy, whose variants the catalogues list as `id@phone`, `id@iPhone`, `id@home` and `id@terminal`.
  public init(
    _ id: String, _ sentence: Sentence, onPhone: Sentence? = nil, onIPhone: Sentence? = nil, atHome: Sentence? = nil,
    inTerminal: Sentence? = nil, _ meaning: Meaning? = nil
  ) {
    self.id = id
    self.sentence = sentence.under(id)
    self.onPhone = onPhone?.under("\(id)@phone"); self.onIPhone = onIPhone?.under("\(id)@iPhone")
    self.atHome = atHome?.under("\(id)@home"); self.inTerminal = inTerminal?.under("\(id)@terminal")
    self.meaning = meaning
  }

  /// The text in the reader's language (`Catalogue.current`).
  public var text: String { sentence.said }

  private enum CodingKeys: String, CodingKey { case id, text, onPhone, onIPhone, atHome, inTerminal, meaning }

  /// Encodes the texts in the reader's language.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(text, forKey: .text)
    try values.encodeIfPresent(onPhone?.said, forKey: .onPhone)
    try values.encodeIfPresent(onIPhone?.said, forKey: .onIPhone)
    try values.encodeIfPresent(atHome?.said, forKey: .atHome)
    try values.encodeIfPresent(inTerminal?.said, forKey: .inTerminal)
    try values.encodeIfPresent(meaning, forKey: .meaning)
  }
}

extension Sentence {
  fileprivate func under(_ key: String) -> Sentence {
    var named = self
    if named.key == nil { named.key = key }
    return named
  }
}

extension Sentence.StringInterpolation {
  /// Inserts a copy into the sentence, in the same language.
  public mutating func appendInterpolation(_ copy: Copy) { appendInterpolation(copy.sentence) }
}
