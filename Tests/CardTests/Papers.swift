import Encoding

/// The secrets that a person knows or has written down. If one of several candidates was wrong, the next one is typed.
struct Papers {
  /// The secrets, in the order in which they are tried.
  var pins = ["123456"], puks: [String] = [], pairings: [String] = []
  var phrase = Papers.abandon
  /// The values chosen when a new one is requested.
  var newPIN = "123456", newPUK = "210987654321", newPairing = "another pairing password"
  var username = "mirela", cardName = "blue spare"
  var message = "Hello, card.", hash = String(repeating: "5a", count: 32), file = String(repeating: "c3", count: 32)

  static let abandon = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"
  static let legal = "legal winner thank year wave sausage worth useful legal winner thank yellow"

  mutating func wasWrong(_ tried: WritableKeyPath<Papers, [String]>) {
    guard let first = self[keyPath: tried].first else { return }
    self[keyPath: tried] = Array(self[keyPath: tried].dropFirst()) + [first]
  }

  /// The phrase's word named by a label like "Word C7".
  func word(_ label: String) -> String? {
    let words = phrase.split(separator: " ")
    guard label.hasPrefix("Word C"), let place = Int(label.dropFirst(6)), words.indices.contains(place - 1) else {
      return nil
    }
    return String(words[place - 1])
  }
  /// The entry for a field; `nil` if this person has none.
  func entry(_ field: String) -> String? {
    switch field {
    case "pin": pins.first
    case "puk": puks.first
    case "pairing": pairings.first
    case "newPIN", "newPINAgain": newPIN
    case "newPUK", "newPUKAgain": newPUK
    case "newPairing", "newPairingAgain": newPairing
    case "phrase": phrase
    case "username": username
    case "name": cardName
    case "message": message
    case "hash": hash
    case "file": file
    default: nil
    }
  }
}
