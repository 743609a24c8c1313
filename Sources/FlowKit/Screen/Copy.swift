import Sentences

/// A string the person reads. Every one is declared once, under an id of its own: its key in every catalogue.
public struct Copy: Encodable, Hashable, Sendable {
  public let id: String
  public let sentence: Sentence
  /// What a phone's holder reads instead, where the thing is done differently there. An empty one is not said on that
  /// device.
  public let onPhone: Sentence?
  /// What the holder of an iPhone reads instead of that.
  public let onIPhone: Sentence?
  /// What the page of this very computer says instead, where there is no other computer to speak of.
  public let atHome: Sentence?
  /// What a terminal says instead, where the thing is done differently there.
  public let inTerminal: Sentence?
  /// What a surface does with it, beside saying it.
  public let meaning: Meaning?
  /// What a product's surfaces do with some of its sentences. A product names its own in an extension.
  public struct Meaning: RawRepresentable, Codable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The variants are in a catalogue as `id@phone`, `id@iPhone`, `id@home` and `id@terminal`.
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

  /// In the language of the person who reads (`Catalogue.current`).
  public var text: String { sentence.said }

  private enum CodingKeys: String, CodingKey { case id, text, onPhone, onIPhone, atHome, inTerminal, meaning }

  /// The texts as the reader's language has them.
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
  /// A copy within the sentence, said in the same language.
  public mutating func appendInterpolation(_ copy: Copy) { appendInterpolation(copy.sentence) }
}
