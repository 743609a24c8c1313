/// The hands' report of one effect, for the server. The server believes nothing in it without a verdict.
public struct HandsMessage: Sendable {
  public var ticket: Ticket
  public var news: News
  public init(_ ticket: Ticket, _ news: News) { self.ticket = ticket; self.news = news }

  public enum News: Hashable, Sendable {
    /// - Parameter credential: `RegistrationResponseJSON` or `AuthenticationResponseJSON` (WebAuthn Level 3 §5.1), as
    ///   text, so that its bytes are verified exactly as they arrived.
    case given(credential: String)
    case fault(KeyFault)
    case elapsed(TimerID)
    case way(WayNews)
    /// - Parameter made: The public text behind the reply's evidence, as JSON.
    case card(CardReply, made: String?)
    case escrow(EscrowReply)
  }
}

extension HandsMessage: Codable {
  private enum Key: String, CodingKey { case version, ticket, reply, credential, fault, timer, card, escrow, made }

  /// - Throws: `OtherVersion`; `DecodingError` for anything else that is not a valid message.
  public init(from decoder: any Decoder) throws {
    let said = try decoder.container(keyedBy: Key.self), version = try said.decodeIfPresent(Int.self, forKey: .version)
    guard version == ProtocolVersion.current else { throw OtherVersion(version) }
    ticket = try said.decode(Ticket.self, forKey: .ticket)
    let reply = try said.decode(String.self, forKey: .reply)
    switch reply {
    case "key.given": news = .given(credential: try said.decode(String.self, forKey: .credential))
    case "key.fault": news = .fault(try said.decode(KeyFault.self, forKey: .fault))
    case "elapsed": news = .elapsed(try said.decode(TimerID.self, forKey: .timer))
    case "card":
      news = .card(
        try said.decode(CardReply.self, forKey: .card), made: try said.decodeIfPresent(String.self, forKey: .made))
    case "escrow": news = .escrow(try said.decode(EscrowReply.self, forKey: .escrow))
    default:
      guard reply.hasPrefix("way."), let kind = WayNews.Kind(rawValue: String(reply.dropFirst("way.".count))) else {
        throw DecodingError.dataCorruptedError(forKey: .reply, in: said, debugDescription: "no such reply")
      }
      news = .way(try WayNews(kind) { try said.decode(String.self, forKey: .made) })
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var said = encoder.container(keyedBy: Key.self)
    try said.encode(ProtocolVersion.current, forKey: .version)
    try said.encode(ticket, forKey: .ticket)
    try said.encode(reply, forKey: .reply)
    switch news {
    case .given(let credential): try said.encode(credential, forKey: .credential)
    case .fault(let fault): try said.encode(fault, forKey: .fault)
    case .elapsed(let timer): try said.encode(timer, forKey: .timer)
    case .way(.made(let made)): try said.encode(made, forKey: .made)
    case .way: break
    case .card(let card, let made):
      try said.encode(card, forKey: .card)
      try said.encodeIfPresent(made, forKey: .made)
    case .escrow(let escrow): try said.encode(escrow, forKey: .escrow)
    }
  }

  private var reply: String {
    switch news {
    case .given: "key.given"
    case .fault: "key.fault"
    case .elapsed: "elapsed"
    case .way(let way): "way.\(way.kind.rawValue)"
    case .card: "card"
    case .escrow: "escrow"
    }
  }
}
