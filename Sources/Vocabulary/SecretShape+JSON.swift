extension SecretShape: Encodable {
  private enum Key: String, CodingKey { case type, count, field, example, isRequired }

  public func encode(to encoder: any Encoder) throws {
    var shape = encoder.container(keyedBy: Key.self)
    func type(_ name: String) throws { try shape.encode(name, forKey: .type) }
    switch self {
    case .digits(let count):
      try type("digits")
      try shape.encode(count, forKey: .count)
    case .words(let count):
      try type("words")
      try shape.encode(count, forKey: .count)
    case .nonEmpty: try type("nonEmpty")
    case .code: try type("code")
    case .repeats(let field):
      try type("repeats")
      try shape.encode(field, forKey: .field)
    case .phrase: try type("phrase")
    case .message: try type("message")
    case .hash: try type("hash")
    case .file: try type("file")
    case .line(let example, let isRequired):
      try type("line")
      try shape.encode(example.said, forKey: .example)
      try shape.encode(isRequired, forKey: .isRequired)
    case .sentCode: try type("sentCode")
    case .photo: try type("photo")
    }
  }
}
