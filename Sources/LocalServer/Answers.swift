import CardHands
import Encoding
import EscrowHands
import HandsProtocol
import QRCodes

extension CardAnswer {
  init(_ news: CardNews) {
    let shown: Shown? =
      switch news.shown {
      case .secrets(let puk, let pairing)?: Shown(puk: puk.text, pairing: pairing.text)
      case .phrase(let phrase)?: Shown(phrase: phrase.text)
      case .unlocking(let key)?: Shown(unlocking: key.withBytes { Base64URL.encode(Array($0)) })
      case nil: nil
      }
    self.init(news.reply, made: news.made, shown: shown)
  }
}

extension EscrowAnswer {
  init(_ news: EscrowNews) {
    let shown: Shown? =
      switch news.shown {
      case .texts(let texts)?: Shown(texts: texts)
      case .clock(let uri, let key)?:
        QRCode(uri.text).map { Shown(clock: Clock(uri: uri.text, key: key.text, side: $0.side, path: $0.path)) }
      case .unlocking(let secret)?: Shown(unlocking: secret.withBytes { Base64URL.encode(Array($0)) })
      case .picture(let picture)?: Shown(picture: picture)
      case .file?, nil: nil  // what another program backed up is no page's
      }
    self.init(news.reply, shown: shown)
  }
}
