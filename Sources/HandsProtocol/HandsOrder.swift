/// What hands just do, because it cannot fail alone.
public enum HandsOrder: Hashable, Sendable {
  case buzz
  /// Wipes what stands in a secret field, or was drawn for it.
  case forget(FieldID)
}

extension HandsOrder: Codable {
  private enum Kind: String, Codable { case buzz, forget }
  private enum Key: String, CodingKey { case type, field }

  public init(from decoder: any Decoder) throws {
    let order = try decoder.container(keyedBy: Key.self)
    switch try order.decode(Kind.self, forKey: .type) {
    case .buzz: self = .buzz
    case .forget: self = .forget(try order.decode(FieldID.self, forKey: .field))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var order = encoder.container(keyedBy: Key.self)
    switch self {
    case .buzz: try order.encode(Kind.buzz, forKey: .type)
    case .forget(let field):
      try order.encode(Kind.forget, forKey: .type)
      try order.encode(field, forKey: .field)
    }
  }
}
