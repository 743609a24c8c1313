/// A string the person reads. Every one is declared once, under an id of its own.
public struct Copy: Codable, Hashable, Sendable {
  public var id: String, text: String
  /// What a phone's holder reads instead, where the thing is done differently there. An empty text is not said on that device.
  public var onPhone: String?
  /// What the holder of an iPhone reads instead of that.
  public var onIPhone: String?
  /// What the page of this very computer says instead, where there is no other computer to speak of.
  public var atHome: String?
  /// What a terminal says instead, where the thing is done differently there.
  public var inTerminal: String?
  /// What a surface does with it, beside saying it.
  public var meaning: Meaning?
  /// What a product's surfaces do with some of its sentences. A product names its own in an extension.
  public struct Meaning: RawRepresentable, Codable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  public init(
    _ id: String, _ text: String, onPhone: String? = nil, onIPhone: String? = nil, atHome: String? = nil, inTerminal: String? = nil,
    _ meaning: Meaning? = nil
  ) {
    self.id = id; self.text = text; self.onPhone = onPhone; self.onIPhone = onIPhone; self.atHome = atHome; self.inTerminal = inTerminal;
    self.meaning = meaning
  }
}
