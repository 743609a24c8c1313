import Sentences
import Synchronization

/// A Keycard that is only played by this computer: it answers the commands of a real card's applet with the same bytes
/// and status words, so that a person can rehearse before touching a card of their own, and other programs cannot tell
/// the difference.
///
/// It is not a safe place: nothing guards its memory but the permissions of a file.
public final class SimulatedCard: Sendable {
  private let machine: Mutex<CardMachine>

  /// The version of its applet.
  public let version: AppletVersion

  /// A fresh blank card that is gone with the program. Without an identity it refuses to show that it is genuine, until
  /// it is given one.
  public init(version: AppletVersion = .three2, hasIdentity: Bool = true) {
    self.version = version
    machine = Mutex(CardMachine(CardMemory(version: version, hasIdentity: hasIdentity), storage: nil))
  }

  /// The card in a file, or a fresh one where there is no file. `version` is for a fresh card, 3.2 where it does not
  /// say; a card that is there keeps its own and is refused under another. A damaged file is an error and is left as it
  /// is.
  public convenience init(file: CardFile, version: AppletVersion? = nil) throws(SimulatedCardError) {
    try self.init(memory: try file.read(), storage: file, version: version)
  }

  /// The card that remembers `memory`, as `storage` was given it last; a fresh one for `nil`.
  public init(memory: [UInt8]?, storage: any CardStorage, version: AppletVersion? = nil) throws(SimulatedCardError) {
    let card: CardMemory
    if let memory {
      card = try CardMemory(fileText: memory)
      guard version == nil || version == card.version else {
        throw SimulatedCardError(.anotherVersion, "The card in this file has another version than the one asked for.")
      }
    } else {
      card = CardMemory(version: version ?? .three2, hasIdentity: true)
      try storage.write(card.fileText)
    }
    self.version = card.version
    machine = Mutex(CardMachine(card, storage: storage))
  }

  /// The answer to one command APDU: at least the two bytes of the status word, whatever came. What has to be
  /// remembered is written before it returns.
  public func answer(_ command: [UInt8]) -> [UInt8] { machine.withLock { $0.answer(command) } }

  /// Forgets channel, verified PIN, ephemeral pairing and selection, as a loss of power, its return and a reset all do.
  public func reset() { machine.withLock { $0.reset() } }
}

/// A card's first answer when it gets power (ISO/IEC 7816-3 §8): T=1, with a check byte that readers verify.
public enum AnswerToReset {
  public static let bytes: [UInt8] = [
    0x3B, 0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06, 0x03, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00,
    0x6A,
  ]
}

/// The version of the applet on the card. Cards in the field differ in what they can do, and say so when they are
/// selected.
public enum AppletVersion: String, CaseIterable, Sendable {
  case three0 = "3.0"
  case three1 = "3.1"
  /// Says 3.1 of itself, with a hundred places for pairings.
  case three1Point2 = "3.1.2"
  case three2 = "3.2"

  /// The two bytes that SELECT reports.
  var reported: [UInt8] {
    switch self {
    case .three0: [3, 0]
    case .three1, .three1Point2: [3, 1]
    case .three2: [3, 2]
    }
  }
  /// The most clients that may be paired at once.
  public var pairingSlotCount: Int {
    switch self {
    case .three0, .three1: 5
    case .three1Point2: 100
    case .three2: 10
    }
  }
  /// Secure channel, keys, credentials, NDEF; and from 3.1 on the factory reset.
  var capabilities: UInt8 { isAtLeast3Point1 ? 0x1F : 0x0F }

  /// 3.1 brought limits of tries and a duress PIN in INIT, IDENTIFY CARD, the extended public key and FACTORY RESET.
  var isAtLeast3Point1: Bool { self != .three0 }
  /// 3.2 brought ephemeral pairings, seeds shorter than 64 bytes, and NDEF records longer than one command.
  var isAtLeast3Point2: Bool { self == .three2 }

  /// The bytes of the NDEF file. Before 3.2 its first byte is a length.
  var ndefFileSize: Int { isAtLeast3Point2 ? 512 : 224 }
}

/// The reason why a played card cannot be opened; equal by code.
public struct SimulatedCardError: Error, Equatable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: Sendable, Hashable {
    /// The file cannot be read or written.
    case inaccessible
    /// The file is not what a played card wrote. It is left as it is, and no fresh card takes its place.
    case damaged
    /// A folder stands there, where a file is needed.
    case folder
    /// Another program plays this card at this moment.
    case inUse
    /// The file holds a card with another applet than the one asked for.
    case anotherVersion
  }
  /// The kind of failure.
  public let code: Code
  /// One sentence for the person, without anything from inside the card.
  public let reason: Sentence
  /// The place in the code where it was noticed.
  public let place: String

  /// Makes an error; public, so that storages elsewhere can throw it too.
  public init(_ code: Code, _ reason: Sentence, file: String = #fileID, line: Int = #line) {
    self.code = code
    self.reason = reason
    place = "\(file):\(line)"
  }

  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
  public var description: String { reason.english }
}
