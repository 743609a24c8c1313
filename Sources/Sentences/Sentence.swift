/// A sentence in English whose variable parts are kept separate, so that a `Catalogue` can translate it.
///
/// It is written as a string literal: `"Tap “\(name)”."` has one hole. A value fills its hole unchanged; a nested
/// sentence is translated into the same language.
public struct Sentence: Hashable, Sendable {
  /// The sentence's key in a catalogue. If `nil`, the template is the key.
  public var key: String?
  let pieces: [Piece]

  enum Piece: Hashable, Sendable { case words(String), value(String), sentence(Sentence) }

  init(key: String?, pieces: [Piece]) { self.key = key; self.pieces = pieces }
  /// Creates a sentence from a value that must not be translated, such as a name, and is the same in every language.
  public init(verbatim value: String) { self.init(key: nil, pieces: value.isEmpty ? [] : [.value(value)]) }

  /// The sentence as translators see it, with numbered holes: `Tap “{1}”.` Literal braces are doubled.
  public var template: String {
    var number = 0
    return pieces.map { piece in
      if case .words(let words) = piece { return Self.escaped(words) }
      number += 1
      return "{\(number)}"
    }.joined()
  }
  static func escaped(_ words: String) -> String {
    words.replacing("{", with: "{{").replacing("}", with: "}}")
  }

  /// The sentence in English.
  public var english: String { said(in: .english) }
  /// The sentence in the reader's language: `Catalogue.current`.
  public var said: String { said(in: .current) }
  public var isEmpty: Bool { english.isEmpty }

  /// Returns the sentence in a catalogue's language, or in English if the catalogue lacks it.
  public func said(in catalogue: Catalogue) -> String {
    let values = pieces.compactMap { piece in
      switch piece {
      case .words: String?.none
      case .value(let value): value
      case .sentence(let sentence): sentence.said(in: catalogue)
      }
    }
    if pieces.contains(where: { if case .words = $0 { true } else { false } }),
      let translation = catalogue.translation(of: key ?? template)
    {
      return translation.filled(with: values)
    }
    var rest = values[...]
    return pieces.map { if case .words(let words) = $0 { words } else { rest.removeFirst() } }.joined()
  }
}

extension Sentence: ExpressibleByStringInterpolation {
  public init(stringLiteral words: String) { self.init(key: nil, pieces: words.isEmpty ? [] : [.words(words)]) }
  public init(stringInterpolation: StringInterpolation) { self.init(key: nil, pieces: stringInterpolation.pieces) }

  public struct StringInterpolation: StringInterpolationProtocol {
    var pieces: [Piece] = []
    public init(literalCapacity: Int, interpolationCount: Int) { pieces.reserveCapacity(2 * interpolationCount + 1) }
    public mutating func appendLiteral(_ words: String) { if !words.isEmpty { pieces.append(.words(words)) } }
    /// Appends a name, a code or an address, which is the same in every language.
    public mutating func appendInterpolation(_ value: some StringProtocol) { pieces.append(.value(String(value))) }
    public mutating func appendInterpolation(_ number: some BinaryInteger) { pieces.append(.value("\(number)")) }
    /// Appends a nested sentence, which is translated into the same language.
    public mutating func appendInterpolation(_ sentence: Sentence) { pieces.append(.sentence(sentence)) }
  }
}

extension Sentence: CustomStringConvertible {
  public var description: String { said }
}

extension [Sentence] {
  /// All sentences combined into a list: "a", "a and b", "a, b and c".
  public var listed: Sentence {
    guard let last, count > 1 else { return first ?? "" }
    let others = dropFirst().dropLast().reduce(self[0]) { "\($0), \($1)" }
    return "\(others) and \(last)"
  }
}
