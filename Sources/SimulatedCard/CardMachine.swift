/// The card at work: its persistent and its volatile memory, and the selected applet.
struct CardMachine: Sendable {
  var memory: CardMemory
  private var written: CardMemory
  private let storage: (any CardStorage)?

  var selected = CardApplet.issuerSecurityDomain
  var session = KeycardSession()
  var ndefSelection: NDEFFile?
  /// The chain code that the last derivation left in the applet's work area. The applet never sets it for the master
  /// key itself.
  var workChainCode = [UInt8](repeating: 0, count: 32)

  init(_ memory: CardMemory, storage: (any CardStorage)?) {
    self.memory = memory
    written = memory
    self.storage = storage
  }

  mutating func reset() {
    selected = .issuerSecurityDomain
    session = KeycardSession()
    ndefSelection = nil
    workChainCode = [UInt8](repeating: 0, count: 32)
  }

  mutating func answer(_ bytes: [UInt8]) -> [UInt8] {
    do throws(StatusWord) {
      let command = try CommandAPDU(bytes)
      if command.cla == 0, command.ins == 0xA4, command.p1 == 4 {
        return try select(command) + StatusWord.success.bytes
      }
      if selected == .keycard { return keycardAnswer(command) }
      return try plainAnswer(command) + StatusWord.success.bytes
    } catch { return error.bytes }
  }

  /// Returns the response of an applet that has no secure channel.
  private mutating func plainAnswer(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    switch selected {
    case .cash: return try cashAnswer(command)
    case .ndef: return try ndefAnswer(command)
    case .ident:
      try identAnswer(command)
      return []
    case .keycard, .issuerSecurityDomain: throw command.ins == 0xCA ? .referenceNotFound : .unknownInstruction
    }
  }

  /// Writes the changes to storage. If writing fails, undoes them.
  mutating func commit() throws(StatusWord) {
    guard memory != written else { return }
    do { try storage?.write(memory.fileText) } catch {
      rollBack()
      throw .memoryFailure
    }
    written = memory
  }

  /// Undoes everything since the last write, because a refused command must not change anything.
  mutating func rollBack() { memory = written }
}
