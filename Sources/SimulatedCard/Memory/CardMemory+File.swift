import Crypto
import Encoding

/// The text of a card's file: a JSON object on one line, followed by a line with the hexadecimal SHA-256 of the first
/// line.
extension CardMemory {
  private static let format = "latchstring-simulated-card-1"

  /// The beginning of every card's file.
  static let opening = Array("{\"format\":\"\(format)\"".utf8)

  var fileText: [UInt8] {
    var writer = JSONWriter()
    writer.object { card in
      card.member("format", Self.format)
      card.member("version", version.rawValue)
      card.member("instanceUID", base64URL: instanceUID)
      card.member("channelKey", base64URL: channelKey)
      card.member("cashKey", base64URL: cashKey)
      card.member("keyPath", base64URL: keyPath)
      card.member("pinlessPath", base64URL: pinlessPath)
      card.member("usesDuressChainCode", usesDuressChainCode)
      card.member("publicData", base64URL: publicData)
      card.member("cashData", base64URL: cashData)
      card.member("ndefFile", base64URL: ndefFile)
      if let owner { card.member("owner") { owner.write(to: &$0) } }
      if let master {
        card.member("master") {
          $0.object {
            $0.member("privateKey", base64URL: master.privateKey)
            $0.member("publicKey", base64URL: master.publicKey)
            $0.member("chainCode", base64URL: master.chainCode)
          }
        }
      }
      if let identity {
        card.member("identity") {
          $0.object {
            $0.member("certificate", base64URL: identity.certificate)
            $0.member("privateKey", base64URL: identity.privateKey)
          }
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")] + Hex.encode(SHA256.hash(data: writer.bytes)).utf8 + [UInt8(ascii: "\n")]
  }

  /// Throws `damaged` for anything that was not written by a card.
  init(fileText: [UInt8]) throws(SimulatedCardError) {
    guard let card = Self.read(fileText) else { throw SimulatedCardError.damaged }
    self = card
  }

  private static func read(_ text: [UInt8]) -> CardMemory? {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count == 3, lines[2].isEmpty else { return nil }
    guard lines[1].elementsEqual(Hex.encode(SHA256.hash(data: Array(lines[0]))).utf8) else { return nil }
    guard let document = try? JSONDocument(Array(lines[0])) else { return nil }
    return CardMemory(CardFileReader(document: document, node: document.root), format: format)
  }

  private init?(_ card: CardFileReader, format: String) {
    guard card.text("format") == format, let version = card.text("version").flatMap(AppletVersion.init(rawValue:)),
      let uid = card.bytes("instanceUID", count: 16), let channelKey = card.privateKey("channelKey"),
      let cashKey = card.privateKey("cashKey"),
      let ndefFile = card.bytes("ndefFile", count: version.ndefFileSize), let keyPath = card.path("keyPath"),
      let pinlessPath = card.path("pinlessPath"), let inDuress = card.flag("usesDuressChainCode"),
      let publicData = card.bytes("publicData"), publicData.count < 128, let cashData = card.bytes("cashData"),
      cashData.count < 128
    else { return nil }
    self.init(version: version, instanceUID: uid, channelKey: channelKey, ndefFile: ndefFile, cashKey: cashKey)
    (self.keyPath, self.pinlessPath, usesDuressChainCode) = (keyPath, pinlessPath, inDuress)
    (self.publicData, self.cashData) = (publicData, cashData)
    if let part = card.part("owner") {
      guard let owner = Owner(part, version: version) else { return nil }
      self.owner = owner
    }
    if let part = card.part("master") {
      guard let privateKey = part.privateKey("privateKey"), let publicKey = part.bytes("publicKey"),
        Curve.isPoint(publicKey)
      else { return nil }
      let chainCode = part.bytes("chainCode", count: 32)
      guard chainCode != nil || !part.has("chainCode") else { return nil }
      master = MasterKey(privateKey: privateKey, publicKey: publicKey, chainCode: chainCode)
    }
    if let part = card.part("identity") {
      guard let certificate = part.bytes("certificate", count: CardIdentity.certificateSize),
        let key = part.privateKey("privateKey")
      else {
        return nil
      }
      identity = CardIdentity(certificate: certificate, privateKey: key)
    }
  }
}

extension SimulatedCardError {
  static var damaged: SimulatedCardError {
    SimulatedCardError(
      .damaged, "The card's file is damaged. It was left as it is; a card from another file can be played meanwhile.")
  }
}
