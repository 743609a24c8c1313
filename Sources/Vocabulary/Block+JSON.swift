import FlowKit

// A screen as programs read it. As in the hands' protocol, an object's `type` names its kind, without depending on
// Swift's spelling.

extension Block: Encodable {
  private enum Key: String, CodingKey {
    case type, detector, field, role, copy, tone, signature, facts, told, policies, payment, refund, amount, command,
      look
  }

  public func encode(to encoder: any Encoder) throws {
    var block = encoder.container(keyedBy: Key.self)
    func type(_ name: String) throws { try block.encode(name, forKey: .type) }
    func type(_ name: String, of field: FieldID) throws {
      try type(name)
      try block.encode(field, forKey: .field)
    }
    switch self {
    case .detector(let detector):
      try type("detector")
      try block.encode(detector, forKey: .detector)
    case .field(let field):
      try type("field")
      try block.encode(field, forKey: .field)
    case .badge(let role):
      try type("badge")
      try block.encode(role, forKey: .role)
    case .banner(let copy, let tone):
      try type("banner")
      try block.encode(copy, forKey: .copy)
      try block.encode(tone, forKey: .tone)
    case .progress(let copy):
      try type("progress")
      try block.encode(copy, forKey: .copy)
    case .words(let field): try type("words", of: field)
    case .wordEntry(let field): try type("wordEntry", of: field)
    case .threeWords(let field): try type("threeWords", of: field)
    case .cardSecrets(let field): try type("cardSecrets", of: field)
    case .cardPhrase(let field): try type("cardPhrase", of: field)
    case .cardPhraseEntry(let field): try type("cardPhraseEntry", of: field)
    case .toSign(let field): try type("toSign", of: field)
    case .signature(let signature):
      try type("signature")
      try block.encode(signature, forKey: .signature)
    case .box(let field, let copy):
      try type("box", of: field)
      try block.encode(copy, forKey: .copy)
    case .receipt(let facts):
      try type("receipt")
      try block.encode(facts, forKey: .facts)
    case .facts(let facts):
      try type("facts")
      try block.encode(facts, forKey: .facts)
    case .journal: try type("journal")
    case .copy: try type("copy")
    case .journalSize(let look):
      try type("journalSize")
      try block.encode(look, forKey: .look)
    case .told(let told):
      try type("told")
      try block.encode(told, forKey: .told)
    case .clockKey(let field): try type("clockKey", of: field)
    case .rows: try type("rows")
    case .policies(let policies):
      try type("policies")
      try block.encode(policies, forKey: .policies)
    case .addresses(let facts):
      try type("addresses")
      try block.encode(facts, forKey: .facts)
    case .cost(let facts):
      try type("cost")
      try block.encode(facts, forKey: .facts)
    case .payment(let payment, let amount, let copy):
      try type("payment")
      try block.encode(payment, forKey: .payment)
      try block.encode(amount, forKey: .amount)
      try block.encode(copy, forKey: .copy)
    case .command(let command, let copy):
      try type("command")
      try block.encode(command, forKey: .command)
      try block.encode(copy, forKey: .copy)
    case .refund(let refund, let amount, let copy):
      try type("refund")
      try block.encode(refund, forKey: .refund)
      try block.encode(amount, forKey: .amount)
      try block.encode(copy, forKey: .copy)
    }
  }
}
