import Sentences
import Synchronization

/// A Keycard simulated by this computer. It responds to commands with the same bytes and status words as a real card's
/// applet, so that a person can rehearse before touching a card of their own, and other programs cannot distinguish it
/// from a real card.
///
/// It offers no security: only a file's permissions protect its memory.
public final class SimulatedCard: Sendable {
  private let machine: Mutex<CardMachine>

  /// The version of the card's applet.
  public let version: AppletVersion

  /// Creates a fresh blank card that lasts only as long as the program. Without an identity, it refuses to prove that
  /// it is genuine until it is given one.
  public init(version: AppletVersion = .three2, hasIdentity: Bool = true) {
    self.version = version
    machine = Mutex(CardMachine(CardMemory(version: version, hasIdentity: hasIdentity), storage: nil))
  }

  /// Opens the card in a file, or creates a fresh one if there is no file. `version` applies to a fresh card and
  /// defaults to 3.2. An existing card keeps its version, and opening it fails if `version` is different. A damaged
  /// file is an error and remains unchanged.
  public convenience init(file: CardFile, version: AppletVersion? = nil) throws(SimulatedCardError) {
    try self.init(memory: try file.read(), storage: file, version: version)
  }

  /// Restores a card from `memory`, as last written to `storage`; creates a fresh one for `nil`.
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

  /// Returns the response to one command APDU. It always contains at least the two bytes of the status word. Anything
  /// that must be remembered is written before this method returns.
  public func answer(_ command: [UInt8]) -> [UInt8] { machine.withLock { $0.answer(command) } }

  /// Forgets the channel, verified PIN, ephemeral pairing and selection, as after a power loss, a power-up or a reset.
  public func reset() { machine.withLock { $0.reset() } }
}

/// A card's first response after power-up (ISO/IEC 7816-3 §8): T=1, with a check byte that readers verify.
public enum AnswerToReset {
  public static let bytes: [UInt8] = [
    0x3B, 0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06, 0x03, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00,
    0x6A,
  ]
}

/// The version of the card's applet. Cards in the field differ in what they can do, and report their version when
/// selected.
public enum AppletVersion: String, CaseIterable, Sendable {
  case three0 = "3.0"
  case three1 = "3.1"
  /// An applet that reports itself as 3.1, with a hundred pairing slots.
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
  /// The maximum number of clients that may be paired at once.
  public var pairingSlotCount: Int {
    switch self {
    case .three0, .three1: 5
    case .three1Point2: 100
    case .three2: 10
    }
  }
  /// The capabilities that SELECT reports: secure channel, keys, credentials, NDEF and, since 3.1, the factory reset.
  var capabilities: UInt8 { isAtLeast3Point1 ? 0x1F : 0x0F }

  /// 3.1 introduced retry limits and a duress PIN in INIT, IDENTIFY CARD, the extended public key and FACTORY RESET.
  var isAtLeast3Point1: Bool { self != .three0 }
  /// 3.2 introduced ephemeral pairings, seeds shorter than 64 bytes, and NDEF records longer than one command.
  var isAtLeast3Point2: Bool { self == .three2 }

  /// The size of the NDEF file in bytes. Before 3.2, its first byte is a length.
  var ndefFileSize: Int { isAtLeast3Point2 ? 512 : 224 }
}

/// The reason why a simulated card cannot be opened. Two errors are equal if their codes are equal.
public struct SimulatedCardError: Error, Equatable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: Sendable, Hashable {
    /// The file cannot be read or written.
    case inaccessible
    /// The file was not written by a simulated card. It is left unchanged, and no fresh card replaces it.
    case damaged
    /// The path leads to a folder instead of a file.
    case folder
    /// A different program is currently simulating this card.
    case inUse
    /// The file holds a card with a different applet version than the requested one.
    case anotherVersion
  }
  /// The kind of failure.
  public let code: Code
  /// One sentence for the person, without anything from inside the card.
  public let reason: Sentence
  /// The place in the source that threw the error.
  public let place: String

  /// Creates an error; public, so that other storages can throw it too.
  public init(_ code: Code, _ reason: Sentence, file: String = #fileID, line: Int = #line) {
    self.code = code
    self.reason = reason
    place = "\(file):\(line)"
  }

  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
  public var description: String { reason.english }
}
