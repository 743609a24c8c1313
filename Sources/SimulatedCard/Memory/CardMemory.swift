import Crypto

/// Everything that a card still knows when its power was off.
struct CardMemory: Equatable, Sendable {
  let version: AppletVersion
  /// By which clients tell cards apart; drawn anew by every factory reset.
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
  /// Which chain code the last verified PIN chose. It outlives SELECT and power, as on the card.
  var usesDuressChainCode = false
  /// What STORE DATA put there, without a length.
  var publicData: [UInt8] = []
  var cashData: [UInt8] = []
  /// The NDEF file, in the full size that it has in this version.
  var ndefFile: [UInt8]
  /// The private key of the Cash applet, which no reset changes.
  let cashKey: [UInt8]
  var identity: CardIdentity?

  /// What INIT gives a card.
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
    /// As it was loaded. A card believes what comes with the private key, and so does this one.
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

  /// What a file says.
  init(version: AppletVersion, instanceUID: [UInt8], channelKey: [UInt8], ndefFile: [UInt8], cashKey: [UInt8]) {
    self.version = version
    self.instanceUID = instanceUID
    self.channelKey = channelKey
    self.ndefFile = ndefFile
    self.cashKey = cashKey
  }

  /// What FACTORY RESET leaves: NDEF record, Cash applet and identity.
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
