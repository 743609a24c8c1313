import FlowKit
import Sentences

/// A name and the hands' text for it.
public struct Told: Encodable, Hashable, Sendable {
  public var name: Copy, text: FieldID
  public init(_ name: Copy, _ text: FieldID) { self.name = name; self.text = text }
}
/// One policy, or several that are alike, with its parts and whether each of them is available.
public struct PolicyLine: Encodable, Hashable, Sendable {
  public struct Part: Encodable, Hashable, Sendable {
    public var text: Copy, isDone: Bool
    public init(_ text: Copy, isDone: Bool = false) { self.text = text; self.isDone = isDone }
  }
  public var name: Copy, parts: [Part]
  /// The number of parts that are enough.
  public var needed: Int
  /// - Parameter needed: The number of parts that are enough; `nil` if all of them are needed.
  public init(_ name: Copy, _ parts: [Part], needed: Int? = nil) {
    self.name = name; self.parts = parts; self.needed = needed ?? parts.count
  }
}
/// A name and its text. A label that a person chose is a verbatim sentence.
public struct Fact: Hashable, Sendable {
  public var name: Sentence, text: Copy
  /// `true` if something is missing or not as it should be, in which case no tick is shown.
  public var isLacking: Bool
  public init(_ name: Sentence, _ text: Copy, isLacking: Bool = false) {
    self.name = name; self.text = text; self.isLacking = isLacking
  }
  public init(_ name: Copy, _ text: Copy, isLacking: Bool = false) {
    self.init(name.sentence, text, isLacking: isLacking)
  }
}

extension Fact: Encodable {
  private enum Key: String, CodingKey { case name, text, isLacking }

  public func encode(to encoder: any Encoder) throws {
    var fact = encoder.container(keyedBy: Key.self)
    try fact.encode(name.said, forKey: .name)
    try fact.encode(text, forKey: .text)
    try fact.encode(isLacking, forKey: .isLacking)
  }
}
