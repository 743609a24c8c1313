import Vocabulary
import HandsProtocol

extension CardSigning.Kind {
  var field: FieldID { FieldID(rawValue: rawValue) }
  var shape: SecretShape {
    switch self {
    case .message: .message
    case .hash: .hash
    case .file: .file
    }
  }
  var says: Copy {
    switch self {
    case .message: Copy("D-35.message", "Type the message to sign.")
    case .hash:
      Copy(
        "D-35.hash",
        "Type the hash to sign. A hash says nothing of what it stands for: sign only one that you made yourself.")
    case .file: Copy("D-35.file", "Choose the file to sign. It stays on this computer; only its hash goes to the card.")
    }
  }
  var label: Copy {
    switch self {
    case .message: Copy("D-35.message.field", "Message")
    case .hash: Copy("D-35.hash.field", "Hash, 64 hexadecimal digits")
    case .file: Copy("D-35.file.field", "File")
    }
  }
}

extension Copy {
  static let signingTitle = Copy("D-35", "Sign with your card")
  static let whatToSign = Copy("D-35.what", "What do you want to sign?")
  static let signMessage = Copy("D-35.message.pick", "A message"), signFile = Copy("D-35.file.pick", "A file")
  static let signHash = Copy("D-35.hash.pick", "A hash")
  static let signsWith = Copy("D-35.with", "Signs with")
  static let firstAddress = Copy("D-35.with.first", "The card's first wallet address (m/44'/60'/0'/0/0)")
  static func path(_ path: String) -> Copy { Copy("D-35.path.is", "\(path)") }
  static let otherPath = Copy("D-35.path.other", "Sign with another wallet address")
  static let whichPath = Copy(
    "D-35.path.which", "Type the path of the wallet address that signs. What you want to sign is kept.")
  static let walletPath = Copy("D-35.path.field", "Wallet path")
  static let walletPathHint = Copy(
    "D-35.path.hint", "Which of the card's keys signs. The first wallet address is m/44'/60'/0'/0/0.")
  static let reviewSignature = Copy("D-35.review", "This is what your card signs.")
  static let signIt = Copy("D-35.sign", "Sign it")
  static let signingNow = Copy("D-35.now", "Your card is signing…")
  static let signedNow = Copy("D-35.done", "Signed. Anybody can check it with the address.")
  static let signAnother = Copy("D-35.another", "Sign something else")
  static let closeCard = Copy("card.close", "Close")
}

extension Aside {
  static let signing = Aside(
    whatStepMeans,
    [
      (
        Copy("D-35.1", "What a signature says"),
        Copy("D-35.1t", "That the holder of this card agreed to exactly these bytes.")
      ),
      (
        Copy("D-35.2", "Which key"),
        Copy("D-35.2t", "A wallet key of the card. The key that signs you in here is another, and signs nothing else.")
      ),
    ])
}
