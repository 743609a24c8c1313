// The JSON form of a screen, for programs to read. As in the hands' protocol, an object's `type` names its variant;
// Swift's own enum encoding is not used.

extension FieldKind: Encodable where Secret: Encodable {
  private enum Key: String, CodingKey { case type, value, shape }

  public func encode(to encoder: any Encoder) throws {
    var kind = encoder.container(keyedBy: Key.self)
    switch self {
    case .text(let value):
      try kind.encode("text", forKey: .type)
      try kind.encode(value, forKey: .value)
    case .secret(let shape):
      try kind.encode("secret", forKey: .type)
      try kind.encode(shape, forKey: .shape)
    case .passing: try kind.encode("passing", forKey: .type)
    case .box: try kind.encode("box", forKey: .type)
    }
  }
}

extension Need: Encodable {
  private enum Key: String, CodingKey { case type, field }

  public func encode(to encoder: any Encoder) throws {
    var need = encoder.container(keyedBy: Key.self)
    func type(_ name: String, of field: FieldID) throws {
      try need.encode(name, forKey: .type)
      try need.encode(field, forKey: .field)
    }
    switch self {
    case .filled(let field): try type("filled", of: field)
    case .ready(let field): try type("ready", of: field)
    case .ticked(let field): try type("ticked", of: field)
    case .news: try need.encode("news", forKey: .type)
    }
  }
}
