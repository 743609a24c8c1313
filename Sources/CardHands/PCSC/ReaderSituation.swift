import CPCSC
import Foundation

/// The card-reading equipment of this computer, at one moment.
public enum ReaderSituation: Hashable, Sendable {
  /// The smart-card daemon (`pcscd`) does not run, or is not installed.
  case noDaemon
  /// The daemon runs and knows no reader.
  case noReader
  /// At least one reader, in the order of the daemon. A reader with two slots counts as two.
  case readers([Reader])

  public struct Reader: Hashable, Sendable {
    /// The name by which the daemon knows the reader.
    public var name: String
    /// The card in it; `nil` if there is none.
    public var card: Card?
    /// A number that grows with each insertion and removal, so that a card that went and came back is another state
    /// than one that stayed. It wraps at 16 bits.
    public var changes: Int
    /// `true` if cards are held to the reader rather than plugged in, as far as its name and the card tell (D-17).
    public var isContactless: Bool
    public var isPresent: Bool { card != nil }

    public init(name: String, card: Card? = nil, changes: Int = 0) {
      self.name = name; self.card = card; self.changes = changes
      isContactless = Self.soundsContactless(name) || card?.isContactless == true
    }
  }
  public struct Card: Hashable, Sendable {
    /// The answer of the card when it was powered (ISO/IEC 7816-3 §8); empty if there was none.
    public var answerToReset: [UInt8]
    /// `true` if the card does not answer: it is upside down, dirty, or no chip card.
    public var isMute: Bool
    public init(answerToReset: [UInt8], isMute: Bool = false) {
      self.answerToReset = answerToReset; self.isMute = isMute
    }
  }

  /// All readers; none without a daemon.
  public var readers: [Reader] { if case .readers(let readers) = self { readers } else { [] } }
}

extension ReaderSituation.Reader {
  /// Readers have no common way to say that they are contactless; makers write it into the name.
  static func soundsContactless(_ name: String) -> Bool {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    let marks: Set<Substring> = [
      "contactless", "nfc", "picc", "rfid", "cl", "acr122", "acr122u", "acr1252", "acr1252u", "pn532", "pn533",
    ]
    return words.contains { marks.contains($0) }
  }
}
extension ReaderSituation.Card {
  /// A contactless card has no answer to reset; the reader makes one from its historical bytes, always `3B 8n 80 01 …`
  /// (PC/SC part 3, §3.1.3.2.3).
  var isContactless: Bool {
    answerToReset.count >= 4 && answerToReset[0] == 0x3B && answerToReset[1] & 0xF0 == 0x80 && answerToReset[2] == 0x80
      && answerToReset[3] == 0x01
  }
}

extension PCSC {
  /// The present situation, asked for once and without waiting.
  public func situation() -> ReaderSituation {
    do {
      let context = try PCSCContext(self), watch = ReaderWatch(try context.readerNames(), since: nil)
      try watch.look(in: context, timeout: 0)
      return watch.situation
    } catch { return .noDaemon }
  }
}

/// The readers that one call of `SCardGetStatusChange` is asked about, with what was known of them before.
final class ReaderWatch {
  private(set) var states: [SCARD_READERSTATE]
  let names: [String]
  /// The C structures point to these.
  private let texts: [UnsafeMutablePointer<CChar>?]
  private var notifier: Int { states.count - 1 }
  /// The largest number of readers: the library takes 16 entries (PCSCLITE_MAX_READERS_CONTEXTS), one of which is the
  /// news of readers.
  private static let mostReaders = 15

  /// - Parameter earlier: The situation at an earlier list of readers; its facts about readers that are still there
  ///   are kept.
  init(_ all: [String], since earlier: ReaderWatch?) {
    names = Array(all.prefix(Self.mostReaders))
    texts = (names + ["\\\\?PnP?\\Notification"]).map { strdup($0) }
    states = texts.map { text in
      var state = SCARD_READERSTATE()
      state.szReader = UnsafePointer(text)
      return state
    }
    guard let earlier else { return }
    for (index, name) in names.enumerated() {
      if let known = earlier.names.firstIndex(of: name) {
        states[index].dwCurrentState = earlier.states[known].dwCurrentState
      }
    }
    states[notifier].dwCurrentState = earlier.states[earlier.notifier].dwCurrentState
  }
  deinit { for text in texts { free(text) } }

  /// Waits until something has changed from what was known.
  /// - Returns: `true` if it is.
  @discardableResult
  func look(in context: PCSCContext, timeout: UInt) throws(PCSCFailure) -> Bool {
    let result = context.library.wait(in: context.handle) {
      $0.getStatusChange(context.handle, timeout, &states, UInt(states.count))
    }
    if PCSCFailure(result) == .timeout { return false }
    try PCSCFailure.check(result)
    for index in states.indices {
      states[index].dwCurrentState = states[index].dwEventState & ~UInt(SCARD_STATE_CHANGED)
    }
    return true
  }

  var situation: ReaderSituation {
    if names.isEmpty { return .noReader }
    return .readers(
      zip(names, states).map { name, state in
        let event = state.dwEventState
        guard event & UInt(SCARD_STATE_PRESENT) != 0 else { return .init(name: name, changes: Int(event >> 16)) }
        let answer = withUnsafeBytes(of: state.rgbAtr) { Array($0.prefix(Int(state.cbAtr))) }
        return .init(
          name: name, card: .init(answerToReset: answer, isMute: event & UInt(SCARD_STATE_MUTE) != 0),
          changes: Int(event >> 16))
      })
  }
}
