import FlowKit

/// A name and the text that the hands have for it.
public struct Told: Encodable, Hashable, Sendable {
  public var name: Copy, text: FieldID
  public init(_ name: Copy, _ text: FieldID) { self.name = name; self.text = text }
}
/// One policy: what it takes, and whether each part is there.
public struct PolicyLine: Encodable, Hashable, Sendable {
  public struct Part: Encodable, Hashable, Sendable {
    public var text: Copy, isDone: Bool
    public init(_ text: Copy, isDone: Bool = false) { self.text = text; self.isDone = isDone }
  }
  public var name: Copy, parts: [Part]
  public init(_ name: Copy, _ parts: [Part]) { self.name = name; self.parts = parts }
}
/// A name and what is to be said about it.
public struct Fact: Encodable, Hashable, Sendable {
  public var name: String, text: Copy
  /// Something that is not as one would wish: it gets no tick.
  public var isLacking: Bool
  public init(_ name: String, _ text: Copy, isLacking: Bool = false) { self.name = name; self.text = text; self.isLacking = isLacking }
}
