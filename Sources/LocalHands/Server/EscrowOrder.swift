import Encoding
import FlowKit
import QRCodes

/// The body of `/escrow`. What is typed goes into `Secret` as it is read.
struct EscrowOrder: Decodable {
  var work: EscrowWork
  private enum Key: CodingKey { case effect, secrets }

  init(from decoder: any Decoder) throws {
    let body = try decoder.container(keyedBy: Key.self)
    let typed = try body.decodeIfPresent([String: String].self, forKey: .secrets) ?? [:]
    let effect = try body.decode(HandsEffect.Escrow.self, forKey: .effect)
    work = EscrowWork(effect, secrets: Dictionary(uniqueKeysWithValues: typed.map { (FieldID(rawValue: $0.key), Secret($0.value.utf8)) }))
  }
}

/// The answer of `/escrow`.
struct EscrowAnswer: Encodable {
  struct Shown: Encodable {
    /// A key for a program that makes codes by the clock. Its QR code is drawn here, because no server may see it: the dark modules of a square
    /// of so many, as an SVG path.
    struct Clock: Encodable { var uri: String, key: String, side: Int, path: String }
    var texts: [String: String]?
    var clock: Clock?
    var unlocking: String?
  }
  var reply: HandsReply.Escrow
  var shown: Shown?

  init(_ news: EscrowNews) {
    reply = news.reply
    shown =
      switch news.shown {
      case .texts(let texts)?: Shown(texts: texts)
      case .clock(let uri, let key)?:
        QRCode(uri.text).map { Shown(clock: .init(uri: uri.text, key: key.text, side: $0.side, path: $0.path)) }
      case .unlocking(let secret)?: Shown(unlocking: secret.withBytes { Base64URL.encode(Array($0)) })
      case .file?, nil: nil  // what another program backed up is no page's
      }
  }
}
