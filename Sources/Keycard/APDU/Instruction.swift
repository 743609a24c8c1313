/// What Keycard 3.0 to 3.2 can be told to do.
enum Instruction: UInt8, Sendable {
  case openSecureChannel = 0x10, mutuallyAuthenticate = 0x11, pair = 0x12, unpair = 0x13, identifyCard = 0x14
  case verifyPIN = 0x20, changePIN = 0x21, unblockPIN = 0x22
  case select = 0xA4
  case sign = 0xC0, setPinlessPath = 0xC1, exportKey = 0xC2, getData = 0xCA
  case loadKey = 0xD0, deriveKey = 0xD1, generateMnemonic = 0xD2, removeKey = 0xD3, generateKey = 0xD4
  case storeData = 0xE2, getStatus = 0xF2, factoryReset = 0xFD, initialize = 0xFE
}
