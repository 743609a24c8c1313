import Encoding
import Keycard
import SimulatedCard
import TestCards

@testable import CardHands

/// A card that was set up once, to be copied as often as tests need, so that the 50,000 rounds of a pairing password
/// are computed only once.
struct PreparedCard: Sendable {
  static let pin = "123456", puk = "987654321098", pairingPassword = "a pairing password"
  /// The PUK's first six digits.
  static let secondPIN = String(puk.prefix(6))
  let memory: [UInt8]
  let pairing: Pairing?
  let instance: [UInt8]

  /// Sets up a card through the client, with a phrase if one is given.
  /// - Parameters:
  ///   - password: Its pairing password.
  ///   - outcome: In the old form its second PIN is `secondPIN`, as on cards set up by other programs.
  init(
    phrase: String? = Papers.abandon, password: String = pairingPassword, isPaired: Bool = true,
    version: AppletVersion = .three2,
    form outcome: InitializeOutcome = .initialized
  ) throws {
    let chip = CardChip(), card = try SimulatedCard(memory: nil, storage: chip, version: version)
    let client = KeycardClient(outcome == .initialized ? RehearsalCard(card) : OldReader(RehearsalCard(card)))
    try client.select()
    let secrets = InitialCredentials(puk: Secret(Array(Self.puk.utf8)), pairingPassword: Secret(Array(password.utf8)))
    guard try client.initialize(pin: Secret(Array(Self.pin.utf8)), secrets) == outcome,
      case .initialized(let application) = try client.select(),
      case .paired(let pairing) = try client.pair(secret: PairingSecret.derive(from: secrets.pairingPassword)),
      try client.openSecureChannel(pairing) == .open, try client.verify(pin: Secret(Array(Self.pin.utf8))) == .correct
    else { throw Unprepared() }
    if let phrase {
      guard let seed = PhraseSeed.seed(of: Secret(Array(phrase.utf8))) else { throw Unprepared() }
      try client.load(seed: seed)
    }
    if !isPaired { try client.unpair(pairing.index) }
    guard let written = chip.written else { throw Unprepared() }
    (memory, instance, self.pairing) = (written, application.instanceUID, isPaired ? pairing : nil)
  }
  struct Unprepared: Error {}

  func copy(on chip: CardChip = CardChip()) throws -> SimulatedCard { try SimulatedCard(memory: memory, storage: chip) }
  /// The pairings of a computer that is paired with the card.
  func pairings() throws -> PairingStore {
    let store = try PairingStore(path: nil)
    if let pairing { try store.keep(pairing, with: instance) }
    return store
  }

  /// The card that most tests begin with.
  static let withAccount = Result { try PreparedCard() }
  static let withOther = Result { try PreparedCard(phrase: Papers.legal) }
  static let empty = Result { try PreparedCard(phrase: nil) }
  /// A card as set up by Status, at a computer that has not seen it before.
  static let ofStatus = Result { try PreparedCard(password: PairingSecret.defaultPassword, isPaired: false) }
  static let inOldForm = Result { try PreparedCard(form: .initializedInOldForm) }
}

/// Refuses the first INIT, which is longer than cards before 3.1 accept.
private final class OldReader: CardTransport {
  private let card: any CardTransport
  private var hasRefused = false
  init(_ card: any CardTransport) { self.card = card }

  func transmit(_ command: [UInt8]) throws(KeycardError) -> [UInt8] {
    guard !hasRefused, command[1] == 0xFE else { return try card.transmit(command) }
    hasRefused = true
    return [0x6A, 0x80]
  }
}

/// Assigns every free place to a computer that is never seen again.
func fill(_ card: SimulatedCard?) throws {
  guard let card else { throw PreparedCard.Unprepared() }
  let client = KeycardClient(RehearsalCard(card)),
    secret = try PairingSecret.derive(from: Secret(Array(PreparedCard.pairingPassword.utf8)))
  for _ in 0..<20 {
    try client.select()
    guard case .paired = try client.pair(secret: secret) else { return }
  }
}
