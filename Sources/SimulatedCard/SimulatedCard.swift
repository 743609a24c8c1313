import Synchronization

/// A Keycard that is only played by this computer: it answers the commands of a real card's applet with the same bytes and status words,
/// so that a person can rehearse before touching a card of their own, and other programs cannot tell the difference.
///
/// It is not a safe place: nothing guards its memory but the permissions of a file.
public final class SimulatedCard: Sendable {
  private let machine: Mutex<CardMachine>

  /// Which applet it carries.
  public let version: AppletVersion

  /// A fresh blank card that is gone with the program. Without an identity it refuses to show that it is genuine, until it is given one.
  public init(version: AppletVersion = .three2, hasIdentity: Bool = true) {
    self.version = version
    machine = Mutex(CardMachine(CardMemory(version: version, hasIdentity: hasIdentity), storage: nil))
  }

  /// The card in a file, or a fresh one where there is no file. `version` is for a fresh card, 3.2 where it does not say; a card that is there
  /// keeps its own and is refused under another. A damaged file is an error and is left as it is.
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

  /// The answer to one command APDU: at least the two bytes of the status word, whatever came. What has to be remembered is written
  /// before it returns.
  public func answer(_ command: [UInt8]) -> [UInt8] { machine.withLock { $0.answer(command) } }

  /// What taking the power away, giving it, and a reset do alike: channel, verified PIN, ephemeral pairing and selection are forgotten.
  public func reset() { machine.withLock { $0.reset() } }

  /// The compressed public key (33 bytes) that signed the card's certificate; `nil` without an identity. It is no maker's that a client knows.
  public var identityAuthority: [UInt8]? { machine.withLock { $0.memory.identity?.authority } }
}
