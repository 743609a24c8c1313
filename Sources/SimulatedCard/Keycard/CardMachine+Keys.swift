import Crypto

extension CardMachine {
  private static let seedSize = 64

  /// LOAD KEY: replaces the master key without asking, and forgets the paths.
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

  /// GENERATE KEY: a master key of the card's own, for which no phrase exists.
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

  /// A1 { 80 public key, which may be missing; 81 private key; 82 chain code, with which the key has children }.
  private static func keyPair(_ payload: [UInt8]) throws(StatusWord) -> CardMemory.MasterKey {
    guard let template = TLV.first(payload[...]), template.tag == 0xA1, var part = TLV.first(template.value) else { throw .wrongData }
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

  /// GENERATE MNEMONIC: numbers of words (BIP-39) for as many bits of checksum as P1 says. The card keeps nothing of it, and asks for no PIN.
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
