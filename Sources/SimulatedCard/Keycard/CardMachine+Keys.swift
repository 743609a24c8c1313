import Crypto

extension CardMachine {
  private static let seedSize = 64

  /// LOAD KEY: replaces the master key without confirmation, and forgets the paths.
  mutating func loadKey(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    let payload = try unwrapVerified(command)
    switch command.p1 {
    case 1, 2: return install(try Self.keyPair(payload))
    case 3:
      let shortest = memory.version.isAtLeast3Point2 ? 16 : Self.seedSize
      guard (shortest...Self.seedSize).contains(payload.count) else { throw .wrongData }
      return install(try Self.masterKey(seed: payload))
    default: throw .incorrectParameters
    }
  }

  /// GENERATE KEY: creates a master key on the card, for which no phrase exists.
  mutating func generateKey(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    _ = try unwrapVerified(command)
    return install(try Self.masterKey(seed: Random.bytes(Self.seedSize)))
  }

  mutating func removeKey(_ command: CommandAPDU) throws(StatusWord) {
    _ = try unwrapVerified(command)
    memory.removeKey()
    workChainCode = [UInt8](repeating: 0, count: 32)
  }

  private mutating func install(_ master: CardMemory.MasterKey) -> [UInt8] {
    memory.removeKey()
    memory.master = master
    return master.uid
  }

  private static func masterKey(seed: [UInt8]) throws(StatusWord) -> CardMemory.MasterKey {
    guard let key = ExtendedKey(seed: seed), let point = Curve.publicKey(of: key.privateKey) else { throw .unknown }
    return CardMemory.MasterKey(privateKey: key.privateKey, publicKey: point, chainCode: key.chainCode)
  }

  /// A1 { 80 public key, which may be missing; 81 private key; 82 chain code, which allows the key to have children }.
  private static func keyPair(_ payload: [UInt8]) throws(StatusWord) -> CardMemory.MasterKey {
    guard let template = TLV.first(payload[...]), template.tag == 0xA1, var part = TLV.first(template.value) else {
      throw .wrongData
    }
    var point: [UInt8]?
    if part.tag == 0x80 {
      point = Array(part.value)
      guard let next = TLV.first(part.rest) else { throw .wrongData }
      part = next
    }
    let privateKey = Array(part.value)
    guard part.tag == 0x81, Curve.isPrivateKey(privateKey) else { throw .wrongData }
    guard let publicKey = point ?? Curve.publicKey(of: privateKey), Curve.isPoint(publicKey) else { throw .wrongData }
    let chainCode = TLV.first(part.rest).flatMap { $0.tag == 0x82 ? Array($0.value) : nil }
    guard chainCode == nil || chainCode?.count == 32 else { throw .wrongData }
    return CardMemory.MasterKey(privateKey: privateKey, publicKey: publicKey, chainCode: chainCode)
  }

  /// GENERATE MNEMONIC: returns word numbers (BIP-39), with as many checksum bits as P1 specifies. The card stores none
  /// of the words and requires no PIN.
  mutating func generateMnemonic(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    _ = try unwrap(command)
    let checksumSize = Int(command.p1)
    guard (4...8).contains(checksumSize) else { throw .incorrectParameters }
    let entropy = Random.bytes(4 * checksumSize)
    var numbers: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in entropy + SHA256.hash(data: entropy).prefix(1) {
      bits = (bits & 0x7FF) << 8 | Int(byte)
      count += 8
      guard count >= 11, numbers.count < 6 * checksumSize else { continue }
      count -= 11
      let number = bits >> count & 0x7FF
      numbers += [UInt8(number >> 8), UInt8(number & 0xFF)]
    }
    return numbers
  }
}

extension CardMachine {
  /// The bits of P1 that say what a path is relative to.
  private static let sourceMask: UInt8 = 0xC0
  private static let (masterSource, parentSource, currentSource, pinlessSource): (UInt8, UInt8, UInt8, UInt8) = (
    0x00, 0x40, 0x80, 0xC0
  )
  private static let longestPath = 40

  /// DERIVE KEY only remembers the path. The key is derived when it is used.
  mutating func deriveKey(_ command: CommandAPDU) throws(StatusWord) {
    let path = try unwrapVerified(command)
    memory.keyPath = try resolve(path, from: command.p1)
  }

  mutating func setPinlessPath(_ command: CommandAPDU) throws(StatusWord) {
    let path = try unwrapVerified(command)
    guard path.count.isMultiple(of: 4), path.count <= Self.longestPath else { throw .wrongData }
    memory.pinlessPath = path
  }

  /// SIGN: returns a public key and a signature over the first 32 bytes of the command's text; the rest of the text is
  /// a path.
  mutating func sign(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    var source = command.p1 & Self.sourceMask
    let way = command.p1 & ~Self.sourceMask
    // An invalid P1 is rejected before the command is decrypted.
    guard way <= 3 else { throw .wrongParameters }
    if way == 0 { source = Self.currentSource }
    let isPinless = way == 3
    if isPinless { source = Self.pinlessSource }
    let text = isPinless && !session.isOpen ? command.payload : try unwrap(command)
    if isPinless, memory.pinlessPath.isEmpty { throw .referenceNotFound }
    guard text.count >= 32 else { throw .wrongData }
    let path = try resolve(Array(text[32...]), from: source)
    let isFree = isPinless || !memory.pinlessPath.isEmpty && path == memory.pinlessPath
    guard session.isPINVerified || isFree, let master = memory.master else { throw .conditionsNotSatisfied }
    let answer = try signatureTemplate(Array(text[..<32]), with: try privateKey(of: master, at: path))
    if way == 2 { memory.keyPath = path }
    return answer
  }

  /// EXPORT KEY. Private keys leave the card only under m/43'/60'/1581', and extended public keys only elsewhere.
  mutating func exportKey(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    let relative = try unwrap(command)
    guard session.isPINVerified, let master = memory.master else { throw .conditionsNotSatisfied }
    guard command.p2 <= (memory.version.isAtLeast3Point1 ? 2 : 1) else { throw .incorrectParameters }
    let way = command.p1 & ~Self.sourceMask
    guard way <= 2 else { throw .incorrectParameters }
    let path = try resolve(relative, from: way == 0 ? Self.currentSource : command.p1 & Self.sourceMask)
    let isExportable = path.count >= 20 && path.starts(with: [0x80, 0, 0, 43, 0x80, 0, 0, 60, 0x80, 0, 6, 0x2D])
    guard command.p2 == 1 || (command.p2 == 0) == isExportable else { throw .conditionsNotSatisfied }
    let key = try privateKey(of: master, at: path)
    var parts = TLV.short(0x81, key)
    if command.p2 > 0 {
      guard let point = Curve.publicKey(of: key) else { throw .unknown }
      parts = TLV.short(0x80, point)
      if command.p2 == 2 { parts += TLV.short(0x82, workChainCode) }
    }
    if way == 2 { memory.keyPath = path }
    return TLV.short(0xA1, parts)
  }

  /// Returns the whole path from the master key.
  private func resolve(_ relative: [UInt8], from source: UInt8) throws(StatusWord) -> [UInt8] {
    guard memory.master?.chainCode != nil else {
      guard relative.isEmpty else { throw .conditionsNotSatisfied }
      return []
    }
    let start: [UInt8]
    switch source {
    case Self.masterSource: start = []
    case Self.parentSource:
      guard !memory.keyPath.isEmpty else { throw .wrongParameters }
      start = memory.keyPath.dropLast(4)
    case Self.currentSource: start = memory.keyPath
    case Self.pinlessSource:
      guard relative.isEmpty else { throw .wrongData }
      start = memory.pinlessPath
    default: throw .incorrectParameters
    }
    guard relative.count.isMultiple(of: 4), start.count + relative.count <= Self.longestPath else { throw .wrongData }
    return start + relative
  }

  private mutating func privateKey(of master: CardMemory.MasterKey, at path: [UInt8]) throws(StatusWord) -> [UInt8] {
    guard !path.isEmpty else { return master.privateKey }
    guard let key = master.extended(inDuress: memory.usesDuressChainCode)?.descendant(path, publicKey: master.publicKey)
    else { throw .unknown }
    workChainCode = key.chainCode
    return key.privateKey
  }
}
