import CardHands
import Encoding
import HandsProtocol

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
