import Model

extension CardEffect: Codable {
  /// The names of the effects in the protocol's messages.
  enum Kind: String, Codable, CaseIterable {
    case look, watch, rehearse, meet, pair, pairWith, pairForNow, readTries, verifyPIN, unblockPIN, freeSlots, unpair,
      initialize, showSecrets
    case factoryReset, drawAccounts, showPhrase, askWords, checkWords, checkPhrase, loadPhrase, identifyPhrase,
      identifyMaker, identify, sign, unlock,
      signMessage, signHash
    case signFile, change, name
  }
  private enum Key: String, CodingKey {
    case type, absence, field, fields, puk, newPIN, count, account, key, purpose, path, secret, text
  }

  public init(from decoder: any Decoder) throws {
    let effect = try decoder.container(keyedBy: Key.self)
    func field(_ key: Key = .field) throws -> FieldID { try effect.decode(FieldID.self, forKey: key) }
    func path() throws -> String { try effect.decode(String.self, forKey: .path) }
    switch try effect.decode(Kind.self, forKey: .type) {
    case .look: self = .look
    case .watch: self = .watch(try effect.decode(CardAbsence.self, forKey: .absence))
    case .rehearse: self = .rehearse
    case .meet: self = .meet(try field())
    case .pair: self = .pair
    case .pairWith: self = .pairWith(try field())
    case .pairForNow: self = .pairForNow(try effect.decodeIfPresent(FieldID.self, forKey: .field))
    case .readTries: self = .readTries
    case .verifyPIN: self = .verifyPIN(try field())
    case .unblockPIN: self = .unblockPIN(puk: try field(.puk), newPIN: try field(.newPIN))
    case .freeSlots: self = .freeSlots
    case .unpair: self = .unpair
    case .initialize: self = .initialize(pin: try field())
    case .showSecrets: self = .showSecrets
    case .factoryReset: self = .factoryReset
    case .drawAccounts: self = .drawAccounts(try effect.decode(Int.self, forKey: .count))
    case .showPhrase: self = .showPhrase(try effect.decode(Int.self, forKey: .account))
    case .askWords: self = .askWords
    case .checkWords: self = .checkWords(try effect.decode([FieldID].self, forKey: .fields))
    case .checkPhrase: self = .checkPhrase(try field(), for: try effect.decodeIfPresent(KeyID.self, forKey: .key))
    case .loadPhrase: self = .loadPhrase
    case .identifyPhrase: self = .identifyPhrase
    case .identifyMaker: self = .identifyMaker
    case .identify: self = .identify
    case .sign: self = .sign(try effect.decode(CardPurpose.self, forKey: .purpose))
    case .unlock: self = .unlock(try effect.decode(KeyID.self, forKey: .key))
    case .signMessage: self = .signMessage(try field(), path: try path())
    case .signHash: self = .signHash(try field(), path: try path())
    case .signFile: self = .signFile(try field(), path: try path())
    case .change: self = .change(try effect.decode(CardSecret.self, forKey: .secret), try field())
    case .name: self = .name(try effect.decode(String.self, forKey: .text))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var effect = encoder.container(keyedBy: Key.self)
    try effect.encode(kind, forKey: .type)
    switch self {
    case .watch(let absence): try effect.encode(absence, forKey: .absence)
    case .meet(let field), .pairWith(let field), .verifyPIN(let field), .initialize(let field):
      try effect.encode(field, forKey: .field)
    case .pairForNow(let field): try effect.encodeIfPresent(field, forKey: .field)
    case .unblockPIN(let puk, let newPIN):
      try effect.encode(puk, forKey: .puk)
      try effect.encode(newPIN, forKey: .newPIN)
    case .drawAccounts(let count): try effect.encode(count, forKey: .count)
    case .showPhrase(let account): try effect.encode(account, forKey: .account)
    case .checkWords(let fields): try effect.encode(fields, forKey: .fields)
    case .checkPhrase(let field, let key):
      try effect.encode(field, forKey: .field)
      try effect.encodeIfPresent(key, forKey: .key)
    case .sign(let purpose): try effect.encode(purpose, forKey: .purpose)
    case .unlock(let key): try effect.encode(key, forKey: .key)
    case .signMessage(let field, let path), .signHash(let field, let path), .signFile(let field, let path):
      try effect.encode(field, forKey: .field)
      try effect.encode(path, forKey: .path)
    case .change(let secret, let field):
      try effect.encode(secret, forKey: .secret)
      try effect.encode(field, forKey: .field)
    case .name(let text): try effect.encode(text, forKey: .text)
    case .look, .rehearse, .pair, .readTries, .freeSlots, .unpair, .showSecrets, .factoryReset, .askWords, .loadPhrase,
      .identifyPhrase, .identifyMaker, .identify:
      break
    }
  }

  private var kind: Kind {
    switch self {
    case .look: .look
    case .watch: .watch
    case .rehearse: .rehearse
    case .meet: .meet
    case .pair: .pair
    case .pairWith: .pairWith
    case .pairForNow: .pairForNow
    case .readTries: .readTries
    case .verifyPIN: .verifyPIN
    case .unblockPIN: .unblockPIN
    case .freeSlots: .freeSlots
    case .unpair: .unpair
    case .initialize: .initialize
    case .showSecrets: .showSecrets
    case .factoryReset: .factoryReset
    case .drawAccounts: .drawAccounts
    case .showPhrase: .showPhrase
    case .askWords: .askWords
    case .checkWords: .checkWords
    case .checkPhrase: .checkPhrase
    case .loadPhrase: .loadPhrase
    case .identifyPhrase: .identifyPhrase
    case .identifyMaker: .identifyMaker
    case .identify: .identify
    case .sign: .sign
    case .unlock: .unlock
    case .signMessage: .signMessage
    case .signHash: .signHash
    case .signFile: .signFile
    case .change: .change
    case .name: .name
    }
  }
}
