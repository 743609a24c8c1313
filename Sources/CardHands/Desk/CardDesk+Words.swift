import Encoding
import HandsProtocol

extension CardDesk {
  /// Some words of the phrase that was shown, for the person to type from the paper. Which ones is chosen here and anew each time, so that nobody
  /// learns beforehand which need not be written down.
  func askWords(_ memory: inout CardMemory) throws -> CardReply {
    guard let phrase = memory.phrase else { throw Lost() }
    let count = phrase.withBytes { $0.split(separator: Self.blank).count }
    let places = (1...max(count, 1)).shuffled().prefix(Self.wordsToAsk).sorted()
    memory.asked = places
    return .wordsAsked(places)
  }
  private static let wordsToAsk = 3
  private static let blank: UInt8 = 0x20

  func check(_ typed: [Secret], _ memory: CardMemory) throws -> CardReply {
    guard let phrase = memory.phrase, typed.count == memory.asked.count, !typed.isEmpty else { throw Lost() }
    let words = phrase.withBytes { $0.split(separator: Self.blank).map { Secret(Array($0)) } }
    let wrong = zip(memory.asked, typed).filter { place, word in !words.indices.contains(place - 1) || !Self.plain(word).matches(words[place - 1]) }
    return wrong.isEmpty ? .wordsFit : .wordsWrong(wrong.map(\.0))
  }

  /// In small letters and without anything around it.
  private static func plain(_ word: Secret) -> Secret {
    word.withBytes { bytes in
      var letters = bytes.filter { $0 > blank }.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
      defer { Wiping.wipe(&letters) }
      return Secret(letters)
    }
  }
}
