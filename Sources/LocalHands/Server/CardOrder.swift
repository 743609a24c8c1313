import Encoding
import FlowKit
import Foundation

/// The body of `/card`. What is typed goes into `Secret` as it is read.
struct CardOrder: Decodable {
  var work: CardWork
  private enum Key: CodingKey { case effect, secrets, claim }

  init(from decoder: any Decoder) throws {
    let body = try decoder.container(keyedBy: Key.self)
    let typed = try body.decodeIfPresent([String: String].self, forKey: .secrets) ?? [:]
    work = CardWork(
      try body.decode(HandsEffect.Card.self, forKey: .effect),
      secrets: Dictionary(uniqueKeysWithValues: typed.map { (FieldID(rawValue: $0.key), Secret($0.value.utf8)) }),
      claim: try body.decodeIfPresent(CardClaim.self, forKey: .claim))
  }
}

/// The answer of `/card`.
struct CardAnswer: Encodable {
  var reply: HandsReply.Card
  var made: String?
  var shown: [String: String]?

  init(_ news: CardNews) {
    reply = news.reply; made = news.made
    shown =
      switch news.shown {
      case .secrets(let puk, let pairing)?: ["puk": puk.text, "pairing": pairing.text]
      case .phrase(let phrase)?: ["phrase": phrase.text]
      case .unlocking(let key)?: ["unlocking": key.withBytes { Base64URL.encode(Array($0)) }]
      case nil: nil
      }
  }
}
