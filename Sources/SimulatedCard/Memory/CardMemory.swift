import Crypto

/// Everything that a card still knows when its power was off.
struct CardMemory: Equatable, Sendable {
  let version: AppletVersion
  /// The name by which clients tell cards apart; drawn anew by every factory reset.
  var instanceUID: [UInt8]
  /// The private key with which secure channels are opened.
  var channelKey: [UInt8]
  /// `nil` on a blank card.
  var owner: Owner?
  var master: MasterKey?
  /// Path of the current key, four bytes for each level. Nothing is derived before the key is used.
  var keyPath: [UInt8] = []
  /// The path that signs without a PIN; empty when there is none.
  var pinlessPath: [UInt8] = []
  /// `true` if the last verified PIN chose the duress chain code. It outlives SELECT and power, as on the card.
  var usesDuressChainCode = false
  /// The data that STORE DATA put there, without a length.
  var publicData: [UInt8] = []
  var cashData: [UInt8] = []
  /// The NDEF file, in the full size that it has in this version.
  var ndefFile: [UInt8]
  /// The private key of the Cash applet, which no reset changes.
  let cashKey: [UInt8]
  var identity: CardIdentity?

  /// The values that INIT gives a card.
  struct Owner: Equatable, Sendable {
    var pin: RetryCode
    /// Opens the duress wallet; applets before 3.1 have none.
    var duressPIN: RetryCode?
    var puk: RetryCode
    var pairingSecret: [UInt8]
    /// The pairing keys by index; `nil` where a place is free.
    var pairings: [[UInt8]?]
  }

  /// The key that everything on the card derives from.
  struct MasterKey: Equatable, Sendable {
    var privateKey: [UInt8]
    /// The public key as it was loaded. A card believes the one that comes with the private key, and so does this one.
    var publicKey: [UInt8]
    /// `nil` for a key that has no children.
    var chainCode: [UInt8]?

    /// SHA-256 over the uncompressed public key.
    var uid: [UInt8] { Array(SHA256.hash(data: publicKey)) }

    /// The key at the root of the wallet: in the duress wallet the chain code is the hash of the real one.
    func extended(inDuress: Bool) -> ExtendedKey? {
      chainCode.map { ExtendedKey(privateKey: privateKey, chainCode: inDuress ? Array(SHA256.hash(data: $0)) : $0) }
    }
  }

  /// A blank card. Its identity is of its own making, see ``CardIdentity``.
  init(version: AppletVersion, hasIdentity: Bool) {
    self.version = version
    instanceUID = Random.bytes(16)
    channelKey = Curve.makePrivateKey()
    cashKey = Curve.makePrivateKey()
    ndefFile = [UInt8](repeating: 0, count: version.ndefFileSize)
    identity = hasIdentity && version.isAtLeast3Point1 ? CardIdentity() : nil
  }

  /// Restores the memory from a file.
  init(version: AppletVersion, instanceUID: [UInt8], channelKey: [UInt8], ndefFile: [UInt8], cashKey: [UInt8]) {
    self.version = version
    self.instanceUID = instanceUID
    self.channelKey = channelKey
    self.ndefFile = ndefFile
    self.cashKey = cashKey
  }

  /// Erases everything that FACTORY RESET erases. It leaves the NDEF record, the Cash applet and the identity.
  mutating func resetToFactory() {
    removeKey()
    owner = nil
    publicData = []
    instanceUID = Random.bytes(16)
    channelKey = Curve.makePrivateKey()
  }

  mutating func removeKey() {
    master = nil
    keyPath = []
    pinlessPath = []
  }
}

/// A PIN or a PUK with its counter. The counter falls before anything is compared: the two halves of a try are two
/// steps, so that the card can write the first one down between them.
struct RetryCode: Equatable, Sendable {
  private(set) var digits: [UInt8]
  let limit: Int
  private(set) var triesLeft: Int

  init(_ digits: [UInt8], limit: Int) { (self.digits, self.limit, triesLeft) = (digits, limit, limit) }

  /// Restores a code from a file. `nil` for numbers that no card has.
  init?(_ digits: [UInt8], limit: Int, triesLeft: Int) {
    guard (1...15).contains(limit), (0...limit).contains(triesLeft) else { return nil }
    (self.digits, self.limit, self.triesLeft) = (digits, limit, triesLeft)
  }

  /// The first half of a try: one less is left. `false` when none was left, and then nothing may be compared.
  mutating func spend() -> Bool {
    guard triesLeft > 0 else { return false }
    triesLeft -= 1
    return true
  }
  /// The second half.
  func matches(_ candidate: [UInt8]) -> Bool { areSameSecret(digits, candidate) }
  /// Gives all tries back.
  mutating func restore() { triesLeft = limit }
  /// A new value, with all its tries.
  mutating func change(to digits: [UInt8]) {
    self.digits = digits
    restore()
  }
}

/// The proof that the card is genuine: a key of its own and a maker's certificate for it.
///
/// A played card has no maker but itself: its certificate is signed by a key that exists for the moment of signing and
/// is then forgotten. So a client that trusts only the maker of real cards says truthfully that this card is not one of
/// theirs.
struct CardIdentity: Equatable, Sendable {
  static let certificateSize = 98

  /// Compressed public key (33), then r (32), s (32) and v (1) of the maker's signature over its SHA-256.
  let certificate: [UInt8]
  let privateKey: [UInt8]

  init(certificate: [UInt8], privateKey: [UInt8]) { (self.certificate, self.privateKey) = (certificate, privateKey) }

  init?() {
    let key = Curve.makePrivateKey()
    guard let point = Curve.publicKey(of: key, isCompressed: true),
      let signature = Curve.signRecoverably(Array(SHA256.hash(data: point)), with: Curve.makePrivateKey())
    else { return nil }
    self.init(certificate: point + signature, privateKey: key)
  }
}
